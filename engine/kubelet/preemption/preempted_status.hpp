// What a pod is reported as that gives way to another one.
#pragma once

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

inline constexpr KillStatus preempted{"Preempting", "Preempted in order to admit critical pod"};

/// `status`, made from the containers, as a Failed one (pkg/kubelet/preemption/preemption.go, evictPodsToFreeRequests).
[[nodiscard]] api::PodStatus preempted_status(api::PodStatus status, const KillStatus& killed,
                                              const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
