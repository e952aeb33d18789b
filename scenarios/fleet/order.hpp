// Order of clusters and nodes in a plan.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Returns the indices of the fleet's clusters, first those that the plan names. All names must exist.
[[nodiscard]] std::vector<std::uint32_t> cluster_order(const Fleet& fleet, const Plan& plan);

/// All nodes of a cluster, in the order of their upgrade.
struct TurnOrder {
  /// First the canaries, then the others; each of them by pools, the first pool first.
  std::vector<std::uint32_t> nodes;
  std::uint32_t canaries = 0;
};
[[nodiscard]] TurnOrder turn_order(const Cluster& cluster, const Plan& plan);

}  // namespace podreel::fleet
