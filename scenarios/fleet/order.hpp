// In which order a plan comes to clusters and their nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// The indices of the fleet's clusters, those first that the plan names: all names in its order are the fleet's.
[[nodiscard]] std::vector<std::uint32_t> cluster_order(const Fleet& fleet, const Plan& plan);

/// All nodes of a cluster: those of its first pool come first.
[[nodiscard]] std::vector<std::uint32_t> turn_order(const Cluster& cluster);

}  // namespace podreel::fleet
