// The runs that a command line asks for.
#pragma once

#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Those of all files, in their order; throws BadInput with the problems of all of them.
[[nodiscard]] std::vector<language::Scenario> load_runs(const RunOptions& options, Context& context);

/// The only one of the only file; throws BadInput, which begins with `rule` where there are several.
[[nodiscard]] language::Scenario load_one_run(const RunOptions& options, std::string_view rule, Context& context);

/// Says once what scenarios ask for and podreel does not do.
void warn(const std::vector<api::Problem>& warnings, Context& context);

}  // namespace podreel::cli
