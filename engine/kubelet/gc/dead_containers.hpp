// Which of a pod's dead containers may go.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// Ids of the exited instances of `name` (of every container, if empty), without the `keep` newest of each name;
/// newest first (pkg/kubelet/pod_container_deletor.go, getContainersToDeleteInPod).
[[nodiscard]] std::vector<api::Text> dead_containers(const runtime::PodStatus& status, std::string_view name,
                                                     std::size_t keep);

}  // namespace podreel::kubelet
