// imagePullSecrets (pkg/kubelet/kubelet_pods.go, getPullSecretsForPod), and what they are good for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"
#include "engine/sync/pull_records.hpp"

namespace podreel::kubelet {

/// The names of those that are not there, in the order of the spec.
[[nodiscard]] std::vector<std::string> missing_pull_secrets(const api::Pod& pod,
                                                            const apiserver::ConfigObjects& objects);

/// Returns the credentials of the pod's Secrets for the registry of `image`, a valid reference, in the order in which
/// they are tried (pkg/credentialprovider/keyring.go, Lookup). A Secret of unknown content has some for every registry.
[[nodiscard]] std::vector<sync::PullCredential> pull_credentials(const api::Pod& pod, std::string_view image,
                                                                 const apiserver::ConfigObjects& objects);

}  // namespace podreel::kubelet
