// How the API tells that a kubelet would not have a pod.
#pragma once

#include "engine/api/pod_status.hpp"
#include "scenarios/checks/invariants/history.hpp"

namespace podreel::invariants {

/// A pod that is not admitted is told of by phase, reason and message alone (rejectPod), also one that has run under
/// the kubelet before; as long as its containers may run, by the phase that the API has alone.
[[nodiscard]] bool is_rejection(const api::PodStatus& status);

/// Some version of the pod told so.
[[nodiscard]] bool was_rejected(const PodLife& life);

}  // namespace podreel::invariants
