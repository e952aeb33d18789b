// `podreel explore --against-policy`: searches for differences between two identity policies.
#pragma once

#include "tools/cli/command/verb.hpp"
#include "tools/cli/explore/explore_options.hpp"

namespace podreel::cli {

/// Returns `difference` if some scenario shows a difference. Throws BadInput.
[[nodiscard]] ExitCode explore_policies(const ExploreOptions& options, Context& context);

}  // namespace podreel::cli
