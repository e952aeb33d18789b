// The last word about a pod that has ended.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// `status`, the last that is known of the pod, with an end for every container of which none was seen, and, where the
/// release does that, a terminal phase. pkg/kubelet/status/status_manager.go TerminatePod.
[[nodiscard]] api::PodStatus terminated_status(const api::Pod& pod, api::PodStatus status,
                                               const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
