// The sources of a pod's volumes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// The volumes of the pod that a container mounts, in the order of the spec.
[[nodiscard]] std::vector<std::string> mounted_volumes(const api::PodSpec& spec);

/// Returns whether the kubelet has a plugin for the volume. Without one, it is never mounted (FindPluginBySpec,
/// pkg/volume; a real 1.32.13). The API server stores volumes for newer kubelets and for other feature gates, too. Only
/// volumes of images can lack one here (KEP-4639).
[[nodiscard]] bool has_plugin(const api::Pod& pod, std::string_view volume, const release::Behaviour& behaviour);

/// Why one of the pod's volumes cannot be set up: `configmap "settings" not found`. Nothing if it can. Only ConfigMaps
/// and Secrets can be missing, be it in a projected volume.
[[nodiscard]] std::optional<std::string> missing_source(const api::Pod& pod, const std::string& volume,
                                                        const apiserver::ConfigObjects& objects);

/// The version of `objects` that brought the last change of a ConfigMap or Secret that the volume is made from; 0 if
/// none has changed.
[[nodiscard]] std::uint64_t last_change(const api::Pod& pod, const std::string& volume,
                                        const apiserver::ConfigObjects& objects);

/// The containers that see what becomes of the volume: those that mount it as a whole, without subPath.
[[nodiscard]] std::vector<std::string> readers_of(const api::PodSpec& spec, std::string_view volume);

/// The volume has a token that the kubelet requests from the API server.
[[nodiscard]] bool needs_token(const api::Pod& pod, std::string_view volume);
/// Error if the API server does not answer.
[[nodiscard]] std::string token_refused(const api::Pod& pod);

}  // namespace podreel::kubelet
