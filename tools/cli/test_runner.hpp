// Running scenarios and judging their expectations, on all cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/fleet/accounts/peers.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::cli {

inline constexpr std::string_view expectation_failure = "expectation";
inline constexpr std::string_view golden_failure = "golden";

/// What did not hold, told for people.
struct TestFailure {
  /// One of these two.
  std::string_view type;
  std::string text;
};

/// What became of one run.
struct TestOutcome {
  /// It was not run because another failed (--fail-fast).
  bool skipped = false;
  std::size_t expectations = 0;
  std::vector<TestFailure> failures{};

  /// The golden timeline as this run would have it, if it is to be written.
  std::optional<std::string> new_golden{};

  [[nodiscard]] bool passed() const noexcept { return !skipped && failures.empty(); }
};

/// What is done about golden timelines.
enum class Goldens : std::uint8_t {
  /// Nothing: the command line makes other runs of the scenarios.
  ignored,
  /// A run is held against its golden, if it has one.
  compared,
  /// The goldens that there are are made anew.
  updated,
};

struct TestPlan {
  std::vector<language::Scenario> scenarios;
  /// Threads; at least 1.
  std::size_t jobs = 1;
  /// Stop at the first failure, counted in the order of the scenarios.
  bool fail_fast = false;
  Goldens goldens = Goldens::compared;
  /// Files whose scenarios get a golden on update even if they have none yet.
  std::vector<std::string> files_with_golden{};
  /// Told, one call at a time, how many runs are done.
  std::function<void(std::size_t)> progress;
  /// Who does some of the runs in place of this process; null: nobody.
  fleet::Peers* peers = nullptr;
};

/// The outcome of each scenario, in their order: the same whatever `jobs` is, and with peers. Rethrows what a replay
/// throws.
[[nodiscard]] std::vector<TestOutcome> run_tests(const TestPlan& plan);

}  // namespace podreel::cli
