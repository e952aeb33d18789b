// Labels and taints of the scenario on the node object that an external kubelet has registered.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/kubelet/admission.hpp"

namespace podreel::serve {

struct NodeMarks {
  /// No value: the scenario does not set them.
  std::optional<std::map<std::string, std::string>> labels{};
  std::vector<kubelet::Taint> taints{};

  [[nodiscard]] static NodeMarks of(const kubelet::NodeDescription& node) { return {node.labels, node.taints}; }
  friend bool operator==(const NodeMarks&, const NodeMarks&) = default;
};

/// Replaces the marks `before` by `now` on a v1.Node; the kubelet's own labels are kept.
void mark(nlohmann::json& node, const NodeMarks& before, const NodeMarks& now);

}  // namespace podreel::serve
