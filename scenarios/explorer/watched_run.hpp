// A scenario that is run to be judged by what no kubelet ever does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/invariants/invariant.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::explorer {

struct WatchedRun {
  invariants::History history;
  sim::Time started_at{};
  std::uint64_t events = 0;
  /// Of all records.
  std::string digest;

  /// The invariants that do not hold, one a line; empty: all hold.
  [[nodiscard]] std::string breaches() const;
};

struct WatchOptions {
  /// How much longer it is run than it lasts.
  sim::Duration rest{};
  bool skip_idle_work = true;
  bool excuse_known_faults = true;
};

/// Runs the scenario. Throws std::runtime_error after more records than any node writes in that time.
[[nodiscard]] WatchedRun watched_run(const language::Scenario& scenario, const WatchOptions& how);

}  // namespace podreel::explorer
