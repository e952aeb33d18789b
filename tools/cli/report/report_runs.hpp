// The runs that `podreel report` shows on one page.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/pages/run/run_page.hpp"

namespace podreel::cli {

/// No page shows more: each has a lane for every container of every run.
inline constexpr std::size_t most_page_runs = 8;

/// What to run, as it stands on the command line.
struct ReportRuns {
  /// With a list of releases (run_lists.hpp) in --kubelet-version.
  RunOptions run;
  /// --seeds; empty: the seed of `run`, or each scenario's.
  std::string seeds;
  /// --against-policy: each scenario is run under each of them, too.
  std::vector<std::string> against_policies;
};

/// One or more, file by file, with their names and commands. Throws BadInput for what is wrong with options and files,
/// and for more than `most_page_runs`, with how to narrow them.
[[nodiscard]] std::vector<PageRun> report_runs(const ReportRuns& wanted, Context& context);

/// `podreel report …` as it was given, without where the page is written.
[[nodiscard]] std::string report_command(const ReportRuns& wanted);

}  // namespace podreel::cli
