// Limits of local storage that pods keep to.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/eviction/eviction_manager.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::kubelet {

/// localStorageEviction (pkg/kubelet/eviction/eviction_manager.go): the message of the eviction of a pod that has
/// written more than its limits of ephemeral-storage allow, first of all its containers, then of one. No value if it
/// keeps to them. `images_are_apart`: what containers write is on the images' file system, and does not count.
[[nodiscard]] std::optional<std::string> exceeded_storage_limit(const api::Pod& pod,
                                                                const std::vector<runtime::ContainerUsage>& containers,
                                                                bool images_are_apart,
                                                                const release::Behaviour& behaviour);

/// Active pods that may be evicted and exceed their limits, with the messages.
[[nodiscard]] std::vector<std::pair<api::PodPtr, std::string>> exceeding_storage_limits(
    const EvictionManager::Dependencies& dependencies);

}  // namespace podreel::kubelet
