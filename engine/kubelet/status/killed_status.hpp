// Status of a pod that the kubelet kills.
#pragma once

#include <cstdint>

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Returns `status`, made from the containers, as that of a pod of this generation that is killed so.
[[nodiscard]] api::PodStatus killed_status(api::PodStatus status, const KillStatus& killed, std::int64_t generation,
                                           const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
