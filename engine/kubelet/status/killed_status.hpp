// Status of a pod that the kubelet kills.
#pragma once

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// `status`, made from the containers, as that of a pod that is killed so.
[[nodiscard]] api::PodStatus killed_status(api::PodStatus status, const KillStatus& killed,
                                           const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
