// The scenarios that a command line of `podreel test` selects.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/regression/report_regressions.hpp"

namespace podreel::cli {

/// Options of the verb, as given.
struct TestOptions {
  RunOptions run;
  std::string seeds;
  std::vector<std::string> filters;
  std::string selector;
  std::string junit;
  /// Revision since which the files have changed; empty: all files.
  std::string changed_since;
  /// Files of this run, as --watch determines them; no value: all files.
  std::optional<std::vector<std::string>> affected;
  /// Without `policy`, which is run.policy.
  RegressionOptions regression;
  OutputFormat format = OutputFormat::table;
  std::size_t jobs = 0;
  /// Number of the slowest scenarios whose times are printed.
  std::size_t slowest = 0;
  bool tap = false;
  bool github = false;
  bool fail_fast = false;
  bool all = false;
  bool update = false;
  bool strict = false;
  bool coverage = false;
  /// Run again what is affected when files change.
  bool watch = false;
};

/// The runs of the selected scenarios, and the problems of the files.
struct Wanted {
  std::vector<format::Scenario> scenarios;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
  /// Some of the scenarios have the default release of the kubelet, because nothing selects one.
  bool has_default_kubelet = false;
};

/// Loads the files, and selects scenarios by --filter, --selector and --kubelet-version.
[[nodiscard]] Wanted select_scenarios(const TestOptions& options);

}  // namespace podreel::cli
