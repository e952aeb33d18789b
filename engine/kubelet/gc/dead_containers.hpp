// Which of a pod's dead containers may go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// Which containers count as dead: to a pod's worker those that have exited (pkg/kubelet/pod_container_deletor.go,
/// getContainersToDeleteInPod), to the collector all that do not run, those never started, too
/// (pkg/kubelet/kuberuntime/kuberuntime_gc.go, evictableContainers).
enum class Dead : std::uint8_t { exited, not_running };

/// Ids of the dead instances of `name` (of every container, if empty), without the `keep` newest of each name; newest
/// first.
[[nodiscard]] std::vector<memory::Text> dead_containers(const runtime::PodStatus& status, Dead dead,
                                                        std::string_view name, std::size_t keep);

}  // namespace podreel::kubelet
