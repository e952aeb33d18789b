// Running scenarios and judging their expectations, on all cores.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/language/scenario.hpp"

namespace podreel::cli {

/// What became of one run.
struct TestOutcome {
  /// It was not run because another failed (--fail-fast).
  bool skipped = false;
  std::size_t expectations = 0;
  /// A text for people about each expectation that did not hold.
  std::vector<std::string> failures{};

  [[nodiscard]] bool passed() const noexcept { return !skipped && failures.empty(); }
};

struct TestPlan {
  std::vector<language::Scenario> scenarios;
  /// Threads; at least 1.
  std::size_t jobs = 1;
  /// Stop at the first failure, counted in the order of the scenarios.
  bool fail_fast = false;
  /// Told, one call at a time, how many runs are done.
  std::function<void(std::size_t)> progress;
};

/// The outcome of each scenario, in their order: the same whatever `jobs` is. Rethrows what a replay throws.
[[nodiscard]] std::vector<TestOutcome> run_tests(const TestPlan& plan);

}  // namespace podreel::cli
