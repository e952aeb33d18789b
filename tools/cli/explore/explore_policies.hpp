// `podreel explore --against-policy`: what tells two identity policies apart.
#pragma once

#include "tools/cli/command/verb.hpp"
#include "tools/cli/explore/explore_options.hpp"

namespace podreel::cli {

/// `difference` if some scenario shows a difference. Throws BadInput.
[[nodiscard]] ExitCode explore_policies(const ExploreOptions& options, Context& context);

}  // namespace podreel::cli
