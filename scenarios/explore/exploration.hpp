// Searches for violations: tries every fault alone, and combines faults where runs show new behaviour.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/injection_points.hpp"

namespace podreel::explore {

struct ExplorationPlan {
  Allowed allowed;
  /// Invariants that every run is checked against: the library, a part of it, or custom ones. They must outlive the
  /// search.
  std::vector<const invariants::Invariant*> keeps = invariants::library();
  /// Whether to check the scenario's own expectations of every moment (`always`, `never`) and with a deadline (`by`).
  bool expectations = false;
  /// Maximum number of faults in one run; at least 1.
  std::size_t at_once = 2;
  /// Time after the scenario's duration in which a run has to settle.
  sim::Duration rest = std::chrono::minutes{20};
  /// Maximum number of runs. The result is the same for the same number.
  std::size_t max_runs = std::numeric_limits<std::size_t>::max();
  std::uint64_t seed = 1;
  /// Number of threads; at least 1. The findings do not depend on it.
  std::size_t jobs = 1;
  /// Called with the number of finished runs.
  std::function<void(std::size_t)> progress{};
  /// Called after some runs; returns false to stop the search. Empty: never stop.
  std::function<bool()> goes_on{};
  /// Called with each finding.
  std::function<void(const struct Broken&)> found{};
};

/// First violation of an invariant.
struct Broken {
  /// Its name; for an expectation "expect[2]".
  std::string invariant;
  /// Null for an expectation of the scenario.
  const invariants::Invariant* kept = nullptr;
  /// Index of that expectation.
  std::size_t expectation = 0;
  /// Description of the violation in this run.
  std::string what;
  /// Since the scenario's start; no value for an expectation, which is checked at the end of the run.
  std::optional<sim::Duration> at{};
  /// Faults of the run; empty if the unchanged scenario violates it.
  Perturbations perturbations{};
  /// Number of runs up to this one.
  std::size_t runs = 0;
};

struct Exploration {
  /// In the order of discovery.
  std::vector<Broken> broken;
  std::size_t runs = 0;
  /// Runs by number of faults, beginning with 0.
  std::vector<std::size_t> runs_by_fault_count;
  /// Number of runs whose timeline differs from all earlier ones. The search does not extend other runs.
  std::size_t states = 0;
  /// Number of runs that were skipped, because they have the same faults as another one in a different order.
  std::size_t commuting = 0;
  /// Number of runs that were repeated to extend them.
  std::size_t repeated = 0;
  /// Pairs of steps that were seen (coverage.hpp).
  std::size_t covered = 0;
  /// Number of possible single faults, and of those that were tried.
  std::size_t singles = 0;
  std::size_t singles_tried = 0;
  /// Whether everything was tried: all combinations up to the plan's number of faults, except equivalent instants,
  /// orders and states.
  bool is_complete = false;
  /// Otherwise the number of known runs that were not made; runs that extend them are unknown.
  std::size_t left = 0;
};

/// Rethrows exceptions of runs.
[[nodiscard]] Exploration explore(const format::Scenario& scenario, const ExplorationPlan& plan);

}  // namespace podreel::explore
