// Runs a scenario to check it against invariants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::explore {

/// An expectation of a scenario that its run did not meet.
struct FailedExpectation {
  /// Index among the scenario's.
  std::size_t place = 0;
  std::string seen;
};

struct WatchedRun {
  invariants::History history;
  sim::Time started_at{};
  std::uint64_t events = 0;
  /// Digest of all records.
  std::string digest;
  /// Random choices, if requested.
  std::vector<sim::Choice> choices{};
  /// Failed expectations of every moment or with a deadline, if requested.
  std::vector<FailedExpectation> failed{};

  /// Returns the violated invariants, one per line; empty without any.
  [[nodiscard]] std::string breaches() const;
};

struct WatchOptions {
  /// Time after the scenario's duration.
  sim::Duration rest{};
  bool skip_idle_work = true;
  bool excuse_known_faults = true;
  bool record_choices = false;
  bool check_expectations = false;
  /// Explains decisions in the records of syncs.
  bool explain = false;
};

/// Runs the scenario. Ends with a standstill after more records than any node writes in that time.
[[nodiscard]] WatchedRun watch_run(const format::Scenario& scenario, const WatchOptions& how);

}  // namespace podreel::explore
