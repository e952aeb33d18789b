// Takes objects and lines of logs out of the entries in which loggers export them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::reproduce {

struct Exported {
  /// Pods, Events, Nodes, lists of them and entries of audit logs.
  std::vector<nlohmann::json> objects;
  /// Lines of logs, as the component wrote them.
  std::vector<std::string> lines;
};

/// Reads entries of Cloud Logging, CloudWatch, Azure Monitor, Elasticsearch, journald, container runtimes, event
/// routers, watches, and klog's own JSON. Anything else is an object itself.
[[nodiscard]] Exported exported(const nlohmann::json& document);

}  // namespace podreel::reproduce
