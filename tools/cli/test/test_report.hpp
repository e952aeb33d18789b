// What `podreel test` tells about its runs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/test/test_runner.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// The runs with their outcomes, and how the command was asked for them.
struct TestResults {
  const std::vector<language::Scenario>& scenarios;
  const std::vector<TestOutcome>& outcomes;
  const RunOptions& options;

  /// "podreel run scenarios/x.yaml --kubelet-version 1.28 --set grace=10": replays a run, of several seeds the first
  /// that failed.
  [[nodiscard]] std::string replay_command(std::size_t index) const;
  /// "3 of 100 seeds fail: 17, 44, 80", or nothing where a scenario was run once.
  [[nodiscard]] std::string failed_seeds(std::size_t index) const;
};

/// A line for each failed run with what was expected and seen, then the sums. With `all`, also a line for each that
/// passed.
void print_text(std::ostream& out, const Terminal& terminal, const TestResults& results, bool all);

/// The Test Anything Protocol, version 14.
void print_tap(std::ostream& out, const TestResults& results);

/// JUnit's XML of files that were not run because of what is wrong with them: an error for each file.
void print_junit_refusals(std::ostream& out, const std::vector<api::Problem>& problems);

/// A line for each failed expectation that GitHub Actions shows beside the scenario's file.
void print_github_annotations(std::ostream& out, const TestResults& results);

/// JUnit's XML as CI systems read it; a suite for each folder. Times are the machine's.
void print_junit(std::ostream& out, const TestResults& results);

}  // namespace podreel::cli
