// The command line that replays a run.
#pragma once

#include <string>

#include "tools/cli/run_options.hpp"

namespace podreel::cli {

/// `podreel run FILE…` with the options that decide what happens.
[[nodiscard]] std::string replay_command(const RunOptions& options);

}  // namespace podreel::cli
