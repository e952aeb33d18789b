// A container's environment from ConfigMaps and Secrets (pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// The problem of a kubelet that has not listed the services.
inline constexpr std::string_view unlisted_services =
    "services have not yet been read at least once, cannot construct envvars";

/// Returns why the environment cannot be made: a pod without enableServiceLinks, services that have not been listed, or
/// the first source of env and envFrom that is missing and not optional (`configmap "settings" not found`,
/// `couldn't find key a in Secret default/keys`). No value if it can. `has_services`: the kubelet has listed the
/// services.
[[nodiscard]] std::optional<std::string> environment_problem(const api::Pod& pod, const api::Container& container,
                                                             bool has_services, const apiserver::ConfigObjects& objects,
                                                             const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
