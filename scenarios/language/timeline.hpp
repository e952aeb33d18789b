// From steps as they are written to steps as they happen.
#pragma once

#include <string>
#include <vector>

#include "scenarios/language/format.hpp"

namespace podreel::language {

/// Spreads the pods of createPods over time, repeats actions for every pod that a glob names, and orders all by time
/// (steps of one instant stay in the order of the file).
[[nodiscard]] std::vector<Step> expanded_timeline(const std::vector<WrittenStep>& written);

/// Reports steps that cannot happen: after the end of the scenario, a kubelet that stops twice, a pod or static pod
/// that is created twice without going, patches that leave no valid pod, feature gates with which a kubelet does not
/// start.
void check_timeline(const Scenario& scenario, Reading& reading);

}  // namespace podreel::language
