// Runs of `podreel run`.
#pragma once

#include <cstddef>
#include <optional>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Prints the timeline during the run and the rest at its end, in the requested format; with `options.watch`, prints
/// the pods as they change instead. Set `with_title` if there are several runs. With `max_lines`, leaves out records
/// that repeat earlier ones, until the text fits in that many lines.
void show_run(const format::Scenario& scenario, const RunOptions& options, Context& context, bool with_title,
              std::optional<std::size_t> max_lines = std::nullopt);

/// Steps through the records with commands from standard input.
void step_through(const format::Scenario& scenario, const RunOptions& options, Context& context);

}  // namespace podreel::cli
