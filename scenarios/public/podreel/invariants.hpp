// Invariants that every kubelet keeps, and checks of runs against them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "podreel/problem.hpp"
#include "podreel/replay.hpp"
#include "podreel/scenario.hpp"

namespace podreel {

/// A rule for all runs.
struct Invariant {
  /// Stable name: "finished-pods-stay-finished".
  std::string name;
  /// The rule as a sentence.
  std::string statement;
  /// Documentation page, KEP or issue that states the rule; empty if none does.
  std::string source;
};

/// Returns all invariants that podreel knows.
[[nodiscard]] std::vector<Invariant> list_invariants();

/// The first place at which a run breaks an invariant.
struct Violation {
  /// Name of the invariant.
  std::string invariant;
  /// Time since the run began.
  std::chrono::nanoseconds time{};
  /// Pod or container, and its violation of the rule.
  std::string description;
};

/// The outcome of a check.
struct InvariantReport {
  /// Reason why the run could not be executed; then there are no violations. No value if it was executed.
  std::optional<Problem> problem;
  /// One violation for each invariant that does not hold.
  std::vector<Violation> violations;
};

/// Treatment of known kubelet bugs.
enum class KnownBugs {
  /// Violations by known bugs of upstream releases are left out.
  excused,
  /// All violations are reported.
  reported,
};

/// Runs a scenario and checks all invariants. Callbacks of `options` are called. A runtime in `options` is a problem:
/// invariants are only checked with podreel's own runtime.
[[nodiscard]] InvariantReport check_invariants(const Scenario& scenario, const ReplayOptions& options = {},
                                               KnownBugs known_bugs = KnownBugs::excused);

}  // namespace podreel
