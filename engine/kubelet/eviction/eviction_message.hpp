// Messages of evictions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/eviction/eviction_configuration.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::kubelet {

/// Returns the message of a pod that is evicted because of `threshold` (evictionMessage,
/// pkg/kubelet/eviction/helpers.go). `observed`: the available amount; `containers`: those of the pod.
[[nodiscard]] std::string eviction_message(const api::Pod& pod, const EvictionThreshold& threshold,
                                           const runtime::ResourceUsage& observed,
                                           const std::vector<runtime::ContainerUsage>& containers,
                                           const release::Behaviour& behaviour);

/// Returns the message of a pod that is not admitted under these conditions of the node.
[[nodiscard]] std::string pressure_message(const std::vector<std::string_view>& conditions,
                                           const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
