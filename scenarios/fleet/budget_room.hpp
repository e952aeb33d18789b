// How much the disruption budgets of a cluster leave to those who drain.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// For each workload how many pods its budgets let be disrupted at a time while all are healthy; no value: none is for
/// it.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> budget_rooms(const Cluster& cluster);

}  // namespace podreel::fleet
