// imagePullSecrets (pkg/kubelet/kubelet_pods.go, getPullSecretsForPod).
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"

namespace podreel::kubelet {

/// The names of those that are not there, in the order of the spec.
[[nodiscard]] std::vector<std::string> missing_pull_secrets(const api::Pod& pod,
                                                            const apiserver::ConfigObjects& objects);

}  // namespace podreel::kubelet
