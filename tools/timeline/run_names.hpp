// Names of runs that are shown side by side.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// Returns a short, unique name for each run, made of its differences from the others: "1.31.14", "1.30.14, seed 2",
/// "sidecar, image=nginx:2". Runs without any difference are numbered. The name of a single run is "".
[[nodiscard]] std::vector<std::string> names_of_differences(const std::vector<format::Scenario>& runs);

/// Returns "upstream" or "dual-hash 1.12", for example.
[[nodiscard]] std::string policy_name(const decide::PolicySettings& policy);

}  // namespace podreel::cli
