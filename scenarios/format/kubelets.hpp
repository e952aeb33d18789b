// Kubelet releases of a scenario.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "engine/release/capability.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// Returns the releases of the kubelets that the scenario starts, each once, in the order of their first start.
[[nodiscard]] std::vector<release::Release> kubelets_of(const Scenario& scenario);

/// Returns whether one of these kubelets, with the feature gates of the first, has all of the capabilities.
[[nodiscard]] bool any_kubelet_has(const Scenario& scenario, std::initializer_list<release::Capability> capabilities);

/// Returns the releases of all runs of a file, each once: "1.28, 1.30", or "1.30 → 1.31" if one replaces another on a
/// node.
[[nodiscard]] std::string kubelets_of(const std::vector<Scenario>& runs);

}  // namespace podreel::format
