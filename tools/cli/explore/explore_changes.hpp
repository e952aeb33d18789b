// `podreel explore --against`: what tells two releases apart, a row of the behaviour table at a time.
#pragma once

#include "tools/cli/command/verb.hpp"
#include "tools/cli/explore/explore_options.hpp"

namespace podreel::cli {

/// `difference` if some scenario shows a row. Throws BadInput.
[[nodiscard]] ExitCode explore_changes(const ExploreOptions& options, Context& context);

}  // namespace podreel::cli
