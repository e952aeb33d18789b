// A run with the results of its scenario's expectations.
#pragma once

#include <algorithm>
#include <vector>

#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

struct CheckedRun {
  ReplayResult result;
  /// They point into the scenario.
  std::vector<format::Verdict> verdicts;

  /// Returns whether every expectation held.
  [[nodiscard]] bool holds() const { return std::ranges::all_of(verdicts, &format::Verdict::held); }
};

/// Replays a scenario and checks its expectations. `options.observe_pods` must be empty; sinks are also called.
[[nodiscard]] CheckedRun run_and_check(const format::Scenario& scenario, ReplayOptions options = {});

}  // namespace podreel::simulation
