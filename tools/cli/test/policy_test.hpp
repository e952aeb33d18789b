// `podreel test --against-policy`: runs scenarios with two policies, and lists those in which they differ.
#pragma once

#include "tools/cli/command/verb.hpp"
#include "tools/cli/test/test_selection.hpp"

namespace podreel::cli {

/// Compares the policies of --policy (default: that of each scenario) and --against-policy in all `scenarios`, and
/// prints the result. Returns ExitCode::difference if they differ in a way that is not accepted.
[[nodiscard]] ExitCode test_policies(const TestOptions& options, std::vector<format::Scenario> scenarios,
                                     Context& context);

}  // namespace podreel::cli
