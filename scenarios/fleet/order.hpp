// Order of clusters and nodes in a plan.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Returns the indices of the fleet's clusters, first those that the plan names. All names must exist.
[[nodiscard]] std::vector<std::uint32_t> cluster_order(const Fleet& fleet, const Plan& plan);

/// Returns all nodes of a cluster, those of its first pool first.
[[nodiscard]] std::vector<std::uint32_t> turn_order(const Cluster& cluster);

}  // namespace podreel::fleet
