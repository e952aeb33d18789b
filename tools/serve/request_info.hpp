// The object or list of a request.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/resources.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// The object or list of a request below /api/v1 or /apis/GROUP/VERSION.
struct RequestInfo {
  const Resource* kind = nullptr;
  /// Empty: all namespaces, or a resource without namespaces.
  std::string name_space{};
  /// Empty: a list.
  std::string name{};
  std::string subresource{};

  [[nodiscard]] std::string key() const { return name_space.empty() ? name : name_space + '/' + name; }
  [[nodiscard]] apiserver::ObjectId id() const { return {std::string{kind->name}, key()}; }
};

/// Parses a path. Throws StatusError (404) for unknown resources.
[[nodiscard]] RequestInfo parse_request_info(const std::vector<std::string>& path);

/// Returns the stored object. Throws StatusError (404).
[[nodiscard]] const apiserver::StoredObject& existing(const LiveSimulation& simulation, const RequestInfo& info);

/// Returns whether the request is a dry run. Throws StatusError for a value other than All.
[[nodiscard]] bool is_dry_run(const Target& target);

}  // namespace podreel::serve
