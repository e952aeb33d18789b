// Requests with which a pod that is being resized counts for admission.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Returns `allocated` with the requests raised to those that `status` still reports: what is being taken away counts
/// until it is gone (determineEffectiveRequests of k8s.io/component-helpers/resource). 1.37 compares the sums of a pod
/// (kubernetes/kubernetes#140047) instead of its containers one by one. Returns `allocated` itself if nothing is
/// greater.
[[nodiscard]] api::SpecPtr with_effective_requests(const api::SpecPtr& allocated, const api::PodStatus& status,
                                                   const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
