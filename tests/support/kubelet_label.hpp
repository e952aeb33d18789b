// The labels of the recordings: "1.30.7", "1.34.9+ContainerRestartRules", "1.29.6-SidecarContainers"; several gates may
// follow one another.
#pragma once

#include <string>

#include "engine/release/behaviour.hpp"

namespace podreel::testing {

/// A release and the gates that a label sets. "RestartAllContainers" stands for RestartAllContainersOnContainerExits
/// and NodeDeclaredFeatures. Throws std::invalid_argument for anything else, and for gates with which that kubelet
/// would not start.
struct KubeletLabel {
  release::Release release;
  release::FeatureGates gates;
};
[[nodiscard]] KubeletLabel parse_kubelet_label(const std::string& label);

[[nodiscard]] release::Behaviour behaviour_of_label(const std::string& label);

}  // namespace podreel::testing
