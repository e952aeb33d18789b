// What a scenario says of its node, on the object that a kubelet from outside has registered.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/kubelet/admission.hpp"

namespace podreel::server {

struct NodeMarks {
  /// No value: nothing is said of them.
  std::optional<std::map<std::string, std::string>> labels{};
  std::vector<kubelet::Taint> taints{};

  [[nodiscard]] static NodeMarks of(const kubelet::NodeDescription& node) { return {node.labels, node.taints}; }
  friend bool operator==(const NodeMarks&, const NodeMarks&) = default;
};

/// A v1.Node that had those of `before` gets those of `now`; its kubelet's own labels stay.
void mark(nlohmann::json& node, const NodeMarks& before, const NodeMarks& now);

}  // namespace podreel::server
