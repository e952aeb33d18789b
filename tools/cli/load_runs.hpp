// The runs that a command line asks for.
#pragma once

#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/language/scenario.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

/// Those of all files, in their order; throws BadInput with the problems of all of them.
[[nodiscard]] std::vector<language::Scenario> load_runs(const RunOptions& options, Context& context);

/// Says once what scenarios ask for and podreel does not do.
void warn(const std::vector<api::Problem>& warnings, Context& context);

}  // namespace podreel::cli
