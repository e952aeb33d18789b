// A run as `kubectl describe` shows its pods and its node.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::testing {

/// One line for each thing shown, how often an event was seen in brackets: "web: Warning BackOff (x3) …". Of each pod
/// its status at the end, its containers, condition DisruptionTarget, its events by when they were last seen, without
/// Pulled, Created and Started of a single start; then, as they came, what was told of the node, and what the kubelet's
/// log said when it skipped pods.
[[nodiscard]] std::vector<std::string> described_run(const format::Scenario& scenario);

}  // namespace podreel::testing
