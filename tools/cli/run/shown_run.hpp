// A run as `podreel run` shows it.
#pragma once

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Prints the timeline while it goes and the rest at the end, in the format asked for; with `options.watch` the pods as
/// they change in place of all that. `with_title`: it is one of several runs.
void show_run(const language::Scenario& scenario, const RunOptions& options, Context& context, bool with_title);

/// Goes from record to record, as told on standard input.
void step_through(const language::Scenario& scenario, const RunOptions& options, Context& context);

}  // namespace podreel::cli
