// The runs on a page of `podreel report`.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/pages/run/run_page.hpp"

namespace podreel::cli {

/// Maximum number of runs of a page, which has a lane for every container of every run.
inline constexpr std::size_t max_page_runs = 8;

/// The runs requested on the command line.
struct ReportRuns {
  /// --kubelet-version holds a list of releases (run_lists.hpp).
  RunOptions run;
  /// --seeds; empty: the seed of `run` or of each scenario.
  std::string seeds;
  /// --against-policy: each scenario is also run with each of these policies.
  std::vector<std::string> against_policies;
};

/// Returns one or more runs, file by file, with their names and commands. Throws BadInput for errors in options and
/// files, and for more than `max_page_runs` runs.
[[nodiscard]] std::vector<PageRun> report_runs(const ReportRuns& wanted, Context& context);

/// Returns the given command `podreel report …`, without its output file.
[[nodiscard]] std::string report_command(const ReportRuns& wanted);

}  // namespace podreel::cli
