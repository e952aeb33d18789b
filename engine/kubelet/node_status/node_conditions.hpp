// Conditions that a kubelet reports of its node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/node_object.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// The node's health, as the kubelet knows it.
struct NodeHealth {
  /// Reasons why it is not Ready.
  std::vector<std::string> errors{};
  /// "MemoryPressure" …: the conditions that the eviction manager has found (node_pressure.hpp).
  std::vector<std::string_view> pressures{};
};

/// The conditions that a kubelet writes, in the order in which it does (pkg/kubelet/nodestatus/setters.go).
[[nodiscard]] std::vector<apiserver::NodeCondition> conditions_of(const NodeHealth& health,
                                                                  const release::Behaviour& behaviour);

/// The event of a condition that has got this status: "NodeReady", "NodeHasDiskPressure" …
[[nodiscard]] std::string event_of(const apiserver::NodeCondition& condition);

}  // namespace podreel::kubelet
