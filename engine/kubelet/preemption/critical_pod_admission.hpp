// Whether a pod may run on the node, with the room that others make for a critical one.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/admission/pod_admit_handler.hpp"
#include "engine/kubelet/admission/resources.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// canAdmitPod, and CriticalPodAdmissionHandler.HandleAdmissionFailure (pkg/kubelet/preemption/preemption.go): a
/// critical pod that lacks nothing but resources is admitted if others can be found whose end frees them.
[[nodiscard]] Admission admission_of(const api::Pod& pod, const NodeUse& use, const ListActivePods& active,
                                     const NodeDescription& node, const release::Behaviour& behaviour,
                                     decide::PodRequests& requests);

}  // namespace podreel::kubelet
