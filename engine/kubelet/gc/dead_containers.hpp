// Selection of the dead containers that may be removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// Definition of a dead container: for a pod's worker, one that has exited (pkg/kubelet/pod_container_deletor.go,
/// getContainersToDeleteInPod); for the collector, any that does not run, even if it was never started
/// (pkg/kubelet/kuberuntime/kuberuntime_gc.go, evictableContainers).
enum class Dead : std::uint8_t { exited, not_running };

/// Ids of the dead instances of `name` (of every container, if empty), without the `keep` newest of each name; newest
/// first.
[[nodiscard]] std::vector<memory::Text> dead_containers(const runtime::PodStatus& status, Dead dead,
                                                        std::string_view name, std::size_t keep);

}  // namespace podreel::kubelet
