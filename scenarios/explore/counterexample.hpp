// From a run that breaks an invariant to the smallest scenario that does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/exploration.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explorer {

struct Counterexample {
  std::string invariant;
  std::string what;
  /// Since the scenario began.
  sim::Duration at{};
  /// What is left of what went wrong.
  Perturbations perturbations;
  /// The sync that it happens in or after: what led to it, what it decided and why, a sentence each.
  std::vector<std::string> sync{};
  /// A scenario that expects the invariant and breaks it; `podreel test` replays it.
  Workload workload;
  /// How many runs it took to make it small.
  std::size_t runs = 0;
};

/// Leaves out of the perturbations, of the steps, pods, containers and fields, and of the time, what is not needed for
/// the invariant to break; in at most `most_runs` runs. No value: it does not break when it is read back from its
/// document.
[[nodiscard]] std::optional<Counterexample> reduced(const Workload& workload, const Broken& broken,
                                                    std::size_t most_runs = 2'000);

}  // namespace podreel::explorer
