// A scenario that is run to be judged by what no kubelet ever does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/invariants/invariant.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::testing {

struct WatchedRun {
  invariants::History history;
  sim::Time started_at{};
  std::uint64_t events = 0;
  /// Of all records.
  std::string digest;

  /// The invariants that do not hold, one a line; empty: all hold.
  [[nodiscard]] std::string breaches() const;
};

/// Runs the scenario for `rest` longer than it lasts. Throws std::runtime_error after more records than any node
/// writes in that time.
[[nodiscard]] WatchedRun watched_run(const language::Scenario& scenario, sim::Duration rest,
                                     bool skip_idle_work = true);

}  // namespace podreel::testing
