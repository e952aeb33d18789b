// A container's environment from ConfigMaps and Secrets (pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables).
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"

namespace podreel::kubelet {

/// The first of env and envFrom that cannot be had and is not optional: `configmap "settings" not found`, `couldn't
/// find key a in Secret default/keys`. Nothing if all can be had.
[[nodiscard]] std::optional<std::string> missing_environment(const api::Pod& pod, const api::Container& container,
                                                             const apiserver::ConfigObjects& objects);

}  // namespace podreel::kubelet
