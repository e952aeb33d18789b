// The output of `podreel test`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/test/test_runner.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// Numbers of scenarios, by result, and of what they consist of.
struct Totals {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  /// Passed without expectations; not counted in `passed`.
  std::size_t idle = 0;
  std::size_t runs = 0;
  std::size_t expectations = 0;
};

/// The runs with their outcomes, and the options of the command.
struct TestResults {
  const std::vector<format::Scenario>& scenarios;
  const std::vector<TestOutcome>& outcomes;
  const RunOptions& options;

  /// Returns the command that replays a run, with the first seed that failed: "podreel run scenarios/x.yaml
  /// --kubelet-version 1.28 --set grace=10".
  [[nodiscard]] std::string replay_command(std::size_t index) const;
  [[nodiscard]] Totals totals() const;
  /// Returns "3 of 100 seeds fail: 17, 44, 80"; empty if the scenario was run once.
  [[nodiscard]] std::string failed_seeds(std::size_t index) const;
};

/// Prints each failed run with the expected and the actual values, and then the totals. With `all`, also prints a line
/// for each run that passed.
void print_text(std::ostream& out, const Terminal& terminal, const TestResults& results, bool all);

/// Returns {"passed", "failed", "skipped", "withoutExpectations", "runs", "expectations", "scenarios": [{"name",
/// "file", "result", "expectations", "failures", "failedSeeds", "replay"}]}, without wall-clock times.
[[nodiscard]] nlohmann::ordered_json test_document(const TestResults& results);

/// Prints the wall-clock times of the slowest scenarios.
void print_slowest(std::ostream& out, const TestResults& results, std::size_t count);

/// Prints the Test Anything Protocol, version 14.
void print_tap(std::ostream& out, const TestResults& results);

/// Prints JUnit XML for files that were not run because of their problems: an error per file.
void print_junit_refusals(std::ostream& out, const std::vector<api::Problem>& problems);

/// Prints a line per failed expectation, which GitHub Actions shows beside the scenario's file.
void print_github_annotations(std::ostream& out, const TestResults& results);

/// Prints JUnit XML with a suite per folder. Times are wall-clock times.
void print_junit(std::ostream& out, const TestResults& results);

}  // namespace podreel::cli
