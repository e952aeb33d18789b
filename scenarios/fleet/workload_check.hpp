// Checks a fleet's workloads and budgets.
#pragma once

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::fleet {

/// Warns of constraints that the scheduler ignores, once for all workloads that have them, and of budgets that match no
/// workload. Reports duplicate budgets.
void check_workloads(const Fleet& fleet, const format::Place& place, api::Mark mark);

}  // namespace podreel::fleet
