// Kubelet releases of a scenario.
#pragma once

#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// Returns the releases of the kubelets that the scenario starts, each once, in the order of their first start.
[[nodiscard]] std::vector<release::Release> kubelets_of(const Scenario& scenario);

/// Returns the releases of all runs of a file, each once: "1.28, 1.30", or "1.30 → 1.31" if one replaces another on a
/// node.
[[nodiscard]] std::string kubelets_of(const std::vector<Scenario>& runs);

}  // namespace podreel::format
