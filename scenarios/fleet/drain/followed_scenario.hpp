// Turns the history of a node of a drained cluster into an ordinary scenario.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/fleet/drain/cluster_pod.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Returns a document for `podreel run`. `followed` are the orders that the node has executed, at times since its
/// start; its clock was stopped while it was idle. Pods come and go, and the node is upgraded, at the same times.
/// Without orders the scenario is empty.
[[nodiscard]] nlohmann::ordered_json followed_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                       const std::vector<Replica>& pods, const Plan& plan,
                                                       const std::vector<Order>& followed);

}  // namespace podreel::fleet
