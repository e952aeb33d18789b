// What runs that stand side by side are called.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// What each run differs in from the others, in few words and each other than the rest: "1.31.14", "1.30.14, seed 2",
/// "sidecar, image=nginx:2". Scenarios without any difference are numbered. For one run: "".
[[nodiscard]] std::vector<std::string> names_of_differences(const std::vector<format::Scenario>& runs);

/// "upstream", "dual-hash 1.12".
[[nodiscard]] std::string policy_name(const decide::PolicySettings& policy);

}  // namespace podreel::cli
