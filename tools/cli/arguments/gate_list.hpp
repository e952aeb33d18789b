// `--feature-gates`, in the kubelet's format.
#pragma once

#include <string>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Parses "SidecarContainers=true,ContainerRestartRules=false" without checking releases. Throws BadInput.
[[nodiscard]] release::FeatureGates gates_in(const std::string& text);

/// Parses "SidecarContainers=true,ContainerRestartRules=false" for kubelets of these releases. Throws BadInput for
/// gates with which one of them does not start; warns on Context::diagnostics of gates that podreel does not model.
[[nodiscard]] release::FeatureGates parse_gate_list(const std::string& text,
                                                    const std::vector<release::Release>& kubelets, Context& context);

}  // namespace podreel::cli
