// `podreel explore --against`: searches for each row of the behaviour table that differs between two releases.
#pragma once

#include "tools/cli/command/verb.hpp"
#include "tools/cli/explore/explore_options.hpp"

namespace podreel::cli {

/// Returns `difference` if some scenario shows a row. Throws BadInput.
[[nodiscard]] ExitCode explore_changes(const ExploreOptions& options, Context& context);

}  // namespace podreel::cli
