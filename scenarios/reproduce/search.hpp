// Looks for the numbers that a draft leaves open.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

/// How much may be tried.
struct Budget {
  /// Replays of one pod.
  std::size_t runs = 2'000;
  /// What they may do in all: things that happen in a simulation. Keeps long incidents from taking for ever.
  std::uint64_t work = 5'000'000;
  /// False: no more, whatever is left; empty: always true. What it says makes results differ from day to day.
  std::function<bool()> may_go_on{};
};

/// A draft with numbers, and what it tells.
struct Attempt {
  std::vector<double> values;
  std::uint64_t seed = 1;
  Fit fit;
};

/// Replays drafts of one pod, alone on its node or in the company of others.
class Search {
 public:
  Search(const SeenPod& pod, Budget budget, std::vector<Plan> company = {})
      : pod_{pod}, budget_{std::move(budget)}, company_{std::move(company)} {}

  [[nodiscard]] bool may_go_on() const;
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

  /// One replay. Tells nothing where podreel does not take the scenario.
  [[nodiscard]] Attempt attempt(const Draft& draft, std::vector<double> values, std::uint64_t seed = 1);
  /// The best of the values that the draft may begin with.
  [[nodiscard]] Attempt first_attempt(const Draft& draft);
  /// Better values, parameter by parameter, with at most so many runs.
  [[nodiscard]] Attempt improved(const Draft& draft, Attempt from, std::size_t most_runs);
  /// Better values by changing all parameters at once, a little or much, with at most so many runs.
  [[nodiscard]] Attempt shaken(const Draft& draft, Attempt from, std::size_t most_runs);
  /// The same values under other seeds.
  [[nodiscard]] Attempt reseeded(const Draft& draft, Attempt from, std::uint64_t seeds);
  /// The values under another release; nothing is looked for.
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
