// `--feature-gates`, written as the kubelet takes it.
#pragma once

#include <string>

#include "engine/release/feature_gates.hpp"

namespace podreel::cli {

/// Reads "SidecarContainers=true,ContainerRestartRules=false". Throws BadInput for anything else.
[[nodiscard]] release::FeatureGates parse_gate_list(const std::string& text);

}  // namespace podreel::cli
