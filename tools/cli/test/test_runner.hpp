// Running scenarios and judging their expectations, on all cores.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/sim/choices.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/parallel/peers.hpp"

namespace podreel::cli {

inline constexpr std::string_view expectation_failure = "expectation";
inline constexpr std::string_view golden_failure = "golden";

/// What did not hold, told for people.
struct TestFailure {
  /// One of these two.
  std::string_view type;
  std::string text;
  /// In the scenario's file; line 0: nowhere.
  api::Mark mark{};
};

/// Seeds of a scenario that did not hold, and of one of them what decides that.
struct FailedSeeds {
  std::size_t tried = 0;
  std::vector<std::uint64_t> seeds{};
  /// These choices of the first of `seeds` make the run with the seed `holding` fail, too; empty: not found.
  std::vector<sim::Choice> choices{};
  std::uint64_t holding = 0;
};

/// What became of one run, or of a scenario's runs with several seeds: then what is told is of the first that failed.
struct TestOutcome {
  /// It was not run because another failed (--fail-fast).
  bool skipped = false;
  std::size_t expectations = 0;
  std::vector<TestFailure> failures{};

  /// The golden timeline as this run would have it, if it is to be written.
  std::optional<std::string> new_golden{};
  /// Of several seeds.
  FailedSeeds failed{};
  /// On the wall.
  std::chrono::duration<double> took{};

  [[nodiscard]] bool passed() const noexcept { return !skipped && failures.empty(); }
  /// It ran, and nothing was held against it.
  [[nodiscard]] bool expects_nothing() const noexcept { return passed() && expectations == 0; }
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
  /// Each scenario is run with each of these; empty: with its own.
  std::vector<std::uint64_t> seeds{};
  /// Threads; at least 1.
  std::size_t jobs = 1;
  /// Stop at the first failure, counted in the order of the scenarios.
  bool fail_fast = false;
  Goldens goldens = Goldens::compared;
  /// Files whose scenarios get a golden on update even if they have none yet.
  std::vector<std::string> files_with_golden{};
  /// How many runs that makes.
  [[nodiscard]] std::size_t runs() const noexcept { return scenarios.size() * std::max<std::size_t>(seeds.size(), 1); }
  /// Told, one call at a time, how many runs are done.
  std::function<void(std::size_t)> progress;
  /// Who does some of the runs in place of this process; null: nobody.
  parallel::Peers* peers = nullptr;
};

/// Whether the run has a golden timeline at `path`, or gets one.
[[nodiscard]] bool needs_golden(const language::Scenario& scenario, const std::filesystem::path& path,
                                const TestPlan& plan);

/// The outcome of each scenario, of all its seeds together, in their order: the same whatever `jobs` is, and with
/// peers. Rethrows what a replay throws.
[[nodiscard]] std::vector<TestOutcome> run_tests(const TestPlan& plan);

}  // namespace podreel::cli
