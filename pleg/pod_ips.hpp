// A pod keeps its IP in the cache after its sandbox has gone.
#pragma once

#include "engine/kubelet/pod_cache.hpp"
#include "engine/runtime.hpp"

namespace podreel::pleg {

/// `seen`, or a copy of it with the IPs of `before` if `seen` has none and no sandbox of the pod is ready. An
/// inspection that failed has lost them (generic.go, getPodIPs).
[[nodiscard]] runtime::PodStatusPtr with_known_ips(const runtime::PodStatusPtr& seen,
                                                   const kubelet::CachedStatus& before);

}  // namespace podreel::pleg
