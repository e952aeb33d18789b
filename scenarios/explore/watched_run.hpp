// A scenario that is run to be judged by what no kubelet ever does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::explorer {

/// An expectation of a scenario that its run did not meet.
struct FailedExpectation {
  /// Among the scenario's.
  std::size_t place = 0;
  std::string seen;
};

struct WatchedRun {
  invariants::History history;
  sim::Time started_at{};
  std::uint64_t events = 0;
  /// Of all records.
  std::string digest;
  /// What was left to chance, if that was asked for.
  std::vector<sim::Choice> choices{};
  /// Of expectations of every moment or in time, if that was asked for.
  std::vector<FailedExpectation> failed{};

  /// The invariants that do not hold, one a line; empty: all hold.
  [[nodiscard]] std::string breaches() const;
};

struct WatchOptions {
  /// How much longer it is run than it lasts.
  sim::Duration rest{};
  bool skip_idle_work = true;
  bool excuse_known_faults = true;
  bool record_choices = false;
  bool judge_expectations = false;
  /// The records of syncs say what was decided, and why.
  bool explain = false;
};

/// Runs the scenario. After more records than any node writes in that time it ends in a standstill.
[[nodiscard]] WatchedRun watched_run(const language::Scenario& scenario, const WatchOptions& how);

}  // namespace podreel::explorer
