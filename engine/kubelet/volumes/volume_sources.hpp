// What a pod's volumes are made from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"

namespace podreel::kubelet {

/// The volumes of the pod that a container mounts, in the order of the spec.
[[nodiscard]] std::vector<std::string> mounted_volumes(const api::PodSpec& spec);

/// Why one of the pod's volumes cannot be set up: `configmap "settings" not found`. Nothing if it can. Only ConfigMaps
/// and Secrets can be missing, be it in a projected volume.
[[nodiscard]] std::optional<std::string> missing_source(const api::Pod& pod, const std::string& volume,
                                                        const apiserver::ConfigObjects& objects);

}  // namespace podreel::kubelet
