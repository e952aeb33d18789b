// A container's environment from ConfigMaps and Secrets (pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables).
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"

namespace podreel::kubelet {

/// Returns the error for the first source of env and envFrom that is missing and not optional: `configmap "settings"
/// not found`, `couldn't find key a in Secret default/keys`. No value if all are present.
[[nodiscard]] std::optional<std::string> missing_environment(const api::Pod& pod, const api::Container& container,
                                                             const apiserver::ConfigObjects& objects);

}  // namespace podreel::kubelet
