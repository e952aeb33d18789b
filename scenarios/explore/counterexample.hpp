// Shrinks a run that violates an invariant to the smallest such scenario.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/exploration.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explore {

struct Counterexample {
  std::string invariant;
  std::string what;
  /// Since the scenario's start; no value for an expectation, which is checked at the end of the run.
  std::optional<sim::Duration> at{};
  /// The remaining perturbations.
  Perturbations perturbations;
  /// Explanation of the sync in or after which the invariant breaks: its trigger, decisions and reasons, one sentence
  /// each.
  std::vector<std::string> sync{};
  /// A scenario that expects the invariant and violates it; `podreel test` replays it.
  Workload workload;
  /// Number of runs for shrinking.
  std::size_t runs = 0;
};

/// Returns the instant of a violation for users, to the millisecond: "26.317s".
[[nodiscard]] std::string shown_instant(sim::Duration at);

/// Leaves out perturbations, steps, pods, containers, fields and time that the violation does not need, in at most
/// `max_runs` runs. Returns no value if the scenario does not violate the invariant when it is read from its document.
[[nodiscard]] std::optional<Counterexample> reduced(const Workload& workload, const Broken& broken,
                                                    std::size_t max_runs = 2'000);

}  // namespace podreel::explore
