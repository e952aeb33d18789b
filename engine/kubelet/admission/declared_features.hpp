// Features of the kubelet that pods need (k8s.io/component-helpers/nodedeclaredfeatures, KEP-5328).
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// declaredFeaturesAdmitHandler: the message about a pod that needs a feature whose gate is off. No value if the
/// kubelet has all, or does not check.
[[nodiscard]] std::optional<std::string> missing_feature(const api::Pod& pod, const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
