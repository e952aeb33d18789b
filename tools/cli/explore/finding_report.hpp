// Reports to Kubernetes about findings.
#pragma once

#include <string>

#include "scenarios/explore/counterexample.hpp"

namespace podreel::cli {

/// Returns Markdown: the invariant and its source, the releases that break and that keep it, the smallest scenario, its
/// timeline with reasons, the sync in which it breaks, the kubelet's code that acts, and commands that play the
/// scenario to podreel and to a real kubelet. `scenario_file` is the file of the scenario in these commands. Replays
/// the scenario in every minor release that runs it.
[[nodiscard]] std::string finding_report(const explore::Counterexample& found, const std::string& scenario_file);

}  // namespace podreel::cli
