// The runs requested by a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Runs of several files, with the problems of all of them.
struct RunCollection {
  std::vector<format::Scenario> scenarios;
  std::vector<api::Problem> problems;
};

/// Adds the runs of a file that was read, and prints its warnings.
void add_runs(format::Loaded read, RunCollection& runs, Context& context);

/// Reads the runs of a file, adds them, and prints the warnings.
void add_runs(const api::LoadedFile& loaded, const std::string& file, const RunOptions& options, RunCollection& runs,
              Context& context);

/// Returns the runs. Throws BadInput if there are problems.
[[nodiscard]] std::vector<format::Scenario> finish_runs(RunCollection runs, const RunOptions& options,
                                                        Context& context);

/// Loads the runs of all files, in order. Throws BadInput with the problems of all files.
[[nodiscard]] std::vector<format::Scenario> load_runs(const RunOptions& options, Context& context);

/// Loads the only run of the only file. Throws BadInput, which begins with `rule`, if there are several.
[[nodiscard]] format::Scenario load_one_run(const RunOptions& options, std::string_view rule, Context& context);

/// Prints which release a kubelet has that nothing selects, on Context::diagnostics.
void note_default_kubelet(Context& context);

/// Prints each warning once on Context::diagnostics.
void warn(const std::vector<api::Problem>& warnings, Context& context);

}  // namespace podreel::cli
