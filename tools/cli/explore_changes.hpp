// `podreel explore --against`: what tells two releases apart, a row of the behaviour table at a time.
#pragma once

#include "tools/cli/explore_options.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

/// `difference` if some scenario shows a row. Throws BadInput.
[[nodiscard]] ExitCode explore_changes(const ExploreOptions& options, Context& context);

}  // namespace podreel::cli
