// A run as a recording of a kubelet, with versions of pods.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::testing {

/// Returns the lines that `podreel record` would write for `podreel confirm` if the kubelet were this simulation.
[[nodiscard]] std::vector<nlohmann::json> recording_with_pods(const format::Scenario& scenario,
                                                              simulation::ReplayOptions options = {});

}  // namespace podreel::testing
