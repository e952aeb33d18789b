// Finds possible faults of a run and their times. Equivalent instants are tried once.
#pragma once

#include <optional>
#include <vector>

#include "scenarios/explore/perturbation.hpp"
#include "scenarios/explore/watched_run.hpp"

namespace podreel::explore {

struct Allowed {
  std::vector<format::FaultKind> fault_kinds{};
  /// Since the scenario's start; faults are in [`from`, `until`).
  sim::Duration from{};
  sim::Duration until = sim::Duration::max();

  [[nodiscard]] bool contains(format::FaultKind kind) const;
  [[nodiscard]] bool contains(sim::Duration at) const noexcept { return at >= from && at < until; }
};

/// Returns faults in order of time, and by kind at each instant. Nothing happens between two neighbouring instants of a
/// run, so external faults between them are equivalent, and one represents all.
[[nodiscard]] Perturbations injection_points(const WatchedRun& run, const Allowed& allowed);

/// Returns the times of all records and of the ends of all calls, in order.
[[nodiscard]] std::vector<sim::Duration> instants_of(const WatchedRun& run);

}  // namespace podreel::explore
