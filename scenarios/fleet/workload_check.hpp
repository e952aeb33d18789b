// What a fleet says of its workloads and budgets that comes to nothing.
#pragma once

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::fleet {

/// Constraints that the scheduler does not obey are warned of, once for all workloads that have them; so are budgets
/// that match no workload. Two budgets of one name are a problem.
void check_workloads(const Fleet& fleet, const language::Place& place, api::Mark mark);

}  // namespace podreel::fleet
