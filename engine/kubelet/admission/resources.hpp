// Whether the node has what a pod requests.
#pragma once

#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/admission.hpp"

namespace podreel::kubelet {

/// `judge_admission` by a kubelet that remembers what pods request.
[[nodiscard]] AdmissionFailures judge_admission(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                                const NodeDescription& node, const release::Behaviour& behaviour,
                                                decide::PodRequests& requests);

}  // namespace podreel::kubelet
