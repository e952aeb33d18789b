// The runs that a command line asks for.
#pragma once

#include <vector>

#include "scenarios/language/scenario.hpp"
#include "tools/cli/run_options.hpp"

namespace podreel::cli {

/// Those of all files, in their order; throws BadInput with the problems of all of them.
[[nodiscard]] std::vector<language::Scenario> load_runs(const RunOptions& options);

}  // namespace podreel::cli
