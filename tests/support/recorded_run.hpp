// A run with everything that happened in it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/trace/record.hpp"
#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::testing {

struct RunHistory {
  /// The instants at which the scenario began and at which the run ended.
  sim::Time start{};
  sim::Time end{};
  /// In the order of their times.
  std::vector<trace::Record> records;
  /// By "namespace/name"; versions in the order in which they came.
  std::map<std::string, std::vector<format::PodVersion>, std::less<>> pods;
};

/// Replays a scenario. `options.observe_pods` must be empty; sinks are told as well.
[[nodiscard]] RunHistory recorded_run(const format::Scenario& scenario, simulation::ReplayOptions options = {});

}  // namespace podreel::testing
