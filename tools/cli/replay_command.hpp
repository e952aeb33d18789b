// The command line that replays a run.
#pragma once

#include <string>

#include "tools/cli/run_options.hpp"

namespace podreel::cli {

/// " --timing ideal --policy upstream …": the options that change scenarios as they are loaded, but for the kubelet's
/// release, the seed and variables.
[[nodiscard]] std::string load_arguments(const RunOptions& options);

/// " --kubelet-version 1.28 --seed 7 …": all options that decide what happens.
[[nodiscard]] std::string replay_arguments(const RunOptions& options);

/// `podreel run FILE…` with the options that decide what happens.
[[nodiscard]] std::string replay_command(const RunOptions& options);

}  // namespace podreel::cli
