// The search for what breaks: everything that can go wrong once, and from what that shows, more at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "scenarios/explore/injection_points.hpp"

namespace podreel::explorer {

struct ExplorationPlan {
  Allowed allowed;
  /// What every run is held against: the library, or some of it, or invariants of one's own. They must outlive the
  /// search.
  std::vector<const invariants::Invariant*> keeps = invariants::library();
  /// The scenario's own expectations of every moment (`always`, `never`) and in time (`by`) must hold, too.
  bool expectations = false;
  /// So much goes wrong in one run, at most; at least 1.
  std::size_t at_once = 2;
  /// How much longer than the scenario lasts a run has to come to rest.
  sim::Duration rest = std::chrono::minutes{20};
  /// The search ends with so many runs; with the same number it always finds the same.
  std::size_t most_runs = std::numeric_limits<std::size_t>::max();
  std::uint64_t seed = 1;
  /// Threads; at least 1. The findings do not depend on it.
  std::size_t jobs = 1;
  /// Told how many runs are done.
  std::function<void(std::size_t)> progress{};
  /// Asked after some runs; false ends the search. Empty: it goes on.
  std::function<bool()> goes_on{};
  /// Told of what is found when it is found.
  std::function<void(const struct Broken&)> found{};
};

/// How an invariant was broken for the first time.
struct Broken {
  /// Its name; of an expectation "expect[2]".
  std::string invariant;
  /// Null: it is an expectation of the scenario.
  const invariants::Invariant* kept = nullptr;
  /// Of that expectation, its place.
  std::size_t expectation = 0;
  /// What of it the history shows.
  std::string what;
  /// Since the scenario began.
  sim::Duration at{};
  /// What went wrong; nothing: the scenario breaks it as it is.
  Perturbations perturbations{};
  /// How many runs it took, that one included.
  std::size_t runs = 0;
};

struct Exploration {
  /// In the order in which they were found.
  std::vector<Broken> broken;
  std::size_t runs = 0;
  /// Of these, by how much goes wrong in them: nothing first.
  std::vector<std::size_t> runs_by_fault_count;
  /// Runs that told something that none before had told, byte for byte. From the others the search does not go on:
  /// what follows in them has followed before.
  std::size_t states = 0;
  /// Runs that were not made: the same goes wrong in one that was, told in another order.
  std::size_t commuting = 0;
  /// Runs that were made again, to go on from them.
  std::size_t repeated = 0;
  /// Pairs of steps that were seen (coverage.hpp).
  std::size_t covered = 0;
  /// Of what can go wrong once: how much there is, and how much was tried.
  std::size_t singles = 0;
  std::size_t singles_tried = 0;
  /// Nothing is left to try: whatever may go wrong in the scenario, as much of it at once as the plan says, has been
  /// tried, but for instants, orders and states that come to the same.
  bool is_complete = false;
  /// If not, so many runs are known that were not made; what follows from them is not known.
  std::size_t left = 0;
};

/// Throws what a run throws.
[[nodiscard]] Exploration explore(const language::Scenario& scenario, const ExplorationPlan& plan);

}  // namespace podreel::explorer
