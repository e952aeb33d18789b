// What happened to a node of a drained cluster, as an ordinary scenario.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/fleet/drain/cluster_pod.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// `followed` are the orders that the node has followed, at times since its life began: where it was asleep, time stood
/// still. A document that `podreel run` reads: pods come and go when they did, and the node has its turn when it had
/// it. Where nothing happened to the node, nothing does.
[[nodiscard]] nlohmann::ordered_json followed_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                       const std::vector<Replica>& pods, const Plan& plan,
                                                       const std::vector<Order>& followed);

}  // namespace podreel::fleet
