// What `podreel test` tells about its runs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/language/load_options.hpp"
#include "scenarios/language/scenario.hpp"
#include "tools/cli/terminal.hpp"
#include "tools/cli/test_runner.hpp"

namespace podreel::cli {

/// The runs with their outcomes, and how the command was asked for them.
struct TestResults {
  const std::vector<language::Scenario>& scenarios;
  const std::vector<TestOutcome>& outcomes;
  const language::LoadOptions& load;
};

/// "podreel run scenarios/x.yaml --kubelet-version 1.28 --set grace=10": replays one run.
[[nodiscard]] std::string replay_command(const language::Scenario& scenario, const language::LoadOptions& load);

/// A line for each failed run with what was expected and seen, then the sums. With `all`, also a line for each that
/// passed.
void print_text(std::ostream& out, const Terminal& terminal, const TestResults& results, bool all);

/// The Test Anything Protocol, version 14.
void print_tap(std::ostream& out, const TestResults& results);

/// JUnit's XML of files that were not run because of what is wrong with them: an error for each file.
void print_junit_refusals(std::ostream& out, const std::vector<api::Problem>& problems);

/// JUnit's XML as CI systems read it; a suite for each folder. Times are left out: they would be the machine's.
void print_junit(std::ostream& out, const TestResults& results);

}  // namespace podreel::cli
