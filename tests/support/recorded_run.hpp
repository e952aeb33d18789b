// A run with everything that happened in it.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
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

/// The records of a run with this seed, in the format of `podreel run -o jsonl`.
[[nodiscard]] std::vector<nlohmann::json> json_records(const format::Scenario& scenario, std::uint64_t seed);

}  // namespace podreel::testing
