// A run, held against what its scenario expects.
#pragma once

#include <vector>

#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

struct JudgedRun {
  ReplayResult result;
  /// They point into the scenario.
  std::vector<language::Verdict> verdicts;
};

/// Replays a scenario and judges its expectations meanwhile. `options.observe_pods` must be empty; sinks are told as
/// well.
[[nodiscard]] JudgedRun judged_run(const language::Scenario& scenario, ReplayOptions options = {});

}  // namespace podreel::simulation
