// Searches the numbers that a draft leaves open.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

/// Limits of a search.
struct Budget {
  /// Replays of one pod.
  std::size_t runs = 2'000;
  /// Simulated events in total. Bounds the time of long incidents.
  std::uint64_t work = 5'000'000;
  /// Returns false to stop the search; empty means always true. Results then depend on its answers.
  std::function<bool()> should_continue{};
};

/// A draft with numbers, and how well it fits.
struct Attempt {
  std::vector<double> values;
  std::uint64_t seed = 1;
  Fit fit;
};

/// Replays drafts of one pod, alone on its node or together with other pods.
class Search {
 public:
  Search(const SeenPod& pod, Budget budget, std::vector<Plan> company = {})
      : pod_{pod}, budget_{std::move(budget)}, company_{std::move(company)} {}

  [[nodiscard]] bool should_continue() const;
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

  /// Makes one replay. Nothing matches if podreel does not accept the scenario.
  [[nodiscard]] Attempt attempt(const Draft& draft, std::vector<double> values, std::uint64_t seed = 1);
  /// Returns the best of the draft's starting points.
  [[nodiscard]] Attempt first_attempt(const Draft& draft);
  /// Improves the values, parameter by parameter, with at most this many runs.
  [[nodiscard]] Attempt improved(const Draft& draft, Attempt from, std::size_t max_runs);
  /// Improves the values by changing all parameters at once, slightly or strongly, with at most this many runs.
  [[nodiscard]] Attempt shaken(const Draft& draft, Attempt from, std::size_t max_runs);
  /// Tries the same values with other seeds.
  [[nodiscard]] Attempt reseeded(const Draft& draft, Attempt from, std::uint64_t seeds);
  /// Tries the same values with another release, without a search.
  [[nodiscard]] Attempt under(const Draft& draft, const Attempt& attempt, release::Release kubelet);

 private:
  bool improve_parameter(const Draft& draft, std::size_t parameter, bool widely, std::size_t last_run, Attempt& best);

  const SeenPod& pod_;
  Budget budget_;
  std::vector<Plan> company_;
  std::size_t runs_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace podreel::reproduce
