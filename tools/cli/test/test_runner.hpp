// Runs scenarios and checks their expectations, on all cores.
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
#include "scenarios/parallel/rank_group.hpp"

namespace podreel::cli {

inline constexpr std::string_view expectation_failure = "expectation";
inline constexpr std::string_view golden_failure = "golden";

/// A failed expectation, as text.
struct TestFailure {
  /// One of the two constants above.
  std::string_view type;
  std::string text;
  /// Position in the scenario's file; line 0: none.
  api::Mark mark{};
};

/// Seeds with which a scenario failed, and the choices that decide the failure of one of them.
struct FailedSeeds {
  std::size_t tried = 0;
  std::vector<std::uint64_t> seeds{};
  /// These choices of the first of `seeds` make the run with the seed `holding` fail, too; empty: not found.
  std::vector<sim::Choice> choices{};
  std::uint64_t holding = 0;
};

/// The outcome of one run, or of a scenario's runs with several seeds; the details are those of the first failure.
struct TestOutcome {
  /// Not run because another scenario failed (--fail-fast).
  bool skipped = false;
  std::size_t expectations = 0;
  std::vector<TestFailure> failures{};

  /// The golden timeline of this run, if it must be written.
  std::optional<std::string> new_golden{};
  /// Failed seeds, if there are several seeds.
  FailedSeeds failed{};
  /// Wall-clock time.
  std::chrono::duration<double> took{};

  [[nodiscard]] bool passed() const noexcept { return !skipped && failures.empty(); }
  /// Returns whether the scenario ran without expectations.
  [[nodiscard]] bool expects_nothing() const noexcept { return passed() && expectations == 0; }
};

/// Treatment of golden timelines.
enum class Goldens : std::uint8_t {
  /// Goldens are ignored, because the command line overrides the scenarios.
  ignored,
  /// Each run is compared with its golden, if it has one.
  compared,
  /// Existing goldens are rewritten.
  updated,
};

struct TestPlan {
  std::vector<format::Scenario> scenarios;
  /// Seeds of each scenario; empty: its own seed.
  std::vector<std::uint64_t> seeds{};
  /// Number of threads; at least 1.
  std::size_t jobs = 1;
  /// Stop at the first failure, counted in the order of the scenarios.
  bool fail_fast = false;
  Goldens goldens = Goldens::compared;
  /// Files whose scenarios get a golden on update even if they have none.
  std::vector<std::string> files_with_golden{};
  /// Returns the number of runs.
  [[nodiscard]] std::size_t runs() const noexcept { return scenarios.size() * std::max<std::size_t>(seeds.size(), 1); }
  /// Called, by one thread at a time, with the number of finished runs.
  std::function<void(std::size_t)> progress;
  /// Peers that share the runs with this process; may be null.
  parallel::RankGroup* rank_group = nullptr;
};

/// Returns whether the run has a golden timeline at `path`, or gets one.
[[nodiscard]] bool needs_golden(const format::Scenario& scenario, const std::filesystem::path& path,
                                const TestPlan& plan);

/// Returns the outcome of each scenario, combined over its seeds, in order. The result does not depend on `jobs` or
/// peers. Rethrows exceptions of replays.
[[nodiscard]] std::vector<TestOutcome> run_tests(const TestPlan& plan);

}  // namespace podreel::cli
