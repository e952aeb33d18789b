// From steps as they are written to steps as they happen.
#pragma once

#include <vector>

#include "scenarios/format/actions/planned_node.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::language {

/// Spreads the pods of createPods over time, repeats actions for every pod that a glob names, of those that the node
/// begins with, too, and orders all by time (steps of one instant stay in the order of the file). Reports steps that
/// are too many.
[[nodiscard]] std::vector<Step> expanded_timeline(const std::vector<actions::WrittenStep>& written,
                                                  const NodeSettings& node, Reading& reading);

/// Reports steps that cannot happen: after the end of the scenario, or for reasons that their actions know. Returns the
/// node as the timeline leaves it.
actions::PlannedNode check_timeline(const Scenario& scenario, Reading& reading);

}  // namespace podreel::language
