// `--feature-gates`, written as the kubelet takes it.
#pragma once

#include <string>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Reads "SidecarContainers=true,ContainerRestartRules=false", whatever kubelet it is for. Throws BadInput.
[[nodiscard]] release::FeatureGates gates_in(const std::string& text);

/// Reads "SidecarContainers=true,ContainerRestartRules=false" for kubelets of these releases. Throws BadInput for
/// anything with which one of them does not start; says on Context::diagnostics what podreel does not obey.
[[nodiscard]] release::FeatureGates parse_gate_list(const std::string& text,
                                                    const std::vector<release::Release>& kubelets, Context& context);

}  // namespace podreel::cli
