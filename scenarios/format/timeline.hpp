// Converts steps in the input to steps of a run.
#pragma once

#include <vector>

#include "scenarios/format/actions/planned_node.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// Spreads the pods of createPods over time, repeats actions for every pod that a glob matches, including those from
/// before the scenario, and sorts all steps by time (steps of one instant stay in the order of the file). Reports too
/// many steps.
[[nodiscard]] std::vector<Step> expanded_timeline(const std::vector<actions::WrittenStep>& written,
                                                  const NodeSettings& node, Reading& reading);

/// Reports impossible steps: after the end of the scenario, or for reasons of their actions. Returns the state of the
/// node after the timeline.
actions::PlannedNode check_timeline(const Scenario& scenario, Reading& reading);

}  // namespace podreel::format
