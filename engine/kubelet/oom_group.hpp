// The processes that the kernel kills in a container that is out of memory.
#pragma once

#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Returns whether the kubelet asks for the end of all processes: memory.oom.group of containers, which only control
/// groups of version 2 have (pkg/kubelet/kuberuntime/kuberuntime_container_linux.go).
[[nodiscard]] bool oom_kills_group(const KubeletConfiguration& config, const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
