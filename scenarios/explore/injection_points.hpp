// What may go wrong in a run, and when: each class of instants that come to the same thing is tried once.
#pragma once

#include <optional>
#include <vector>

#include "scenarios/explore/perturbation.hpp"
#include "scenarios/explore/watched_run.hpp"

namespace podreel::explorer {

struct Allowed {
  std::vector<language::FaultKind> fault_kinds{};
  /// Since the scenario began; nothing goes wrong before `from`, or from `until` on.
  sim::Duration from{};
  sim::Duration until = sim::Duration::max();

  [[nodiscard]] bool contains(language::FaultKind kind) const;
  [[nodiscard]] bool contains(sim::Duration at) const noexcept { return at >= from && at < until; }
};

/// In the order of time, kind by kind at each instant. Nothing happens between two neighbouring instants of a run, so
/// that whatever comes from outside between them comes to the same: one of them stands for all.
[[nodiscard]] Perturbations injection_points(const WatchedRun& run, const Allowed& allowed);

/// The instants between which nothing happens: those of all records, and of the ends of all calls, in their order.
[[nodiscard]] std::vector<sim::Duration> instants_of(const WatchedRun& run);

}  // namespace podreel::explorer
