// A run with everything that judging it takes.
#pragma once

#include "scenarios/language/judge.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

/// Replays a scenario and keeps its records and all versions of its pods. `options.observe_pods` must be empty; sinks
/// are told as well.
[[nodiscard]] language::RunHistory recorded_run(const language::Scenario& scenario, ReplayOptions options = {});

}  // namespace podreel::simulation
