// Whether the node has what a pod requests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/admission.hpp"

namespace podreel::kubelet {

/// Number of pods, and the sums of their requests in the order of checked_resources().
struct NodeUse {
  std::int64_t pods = 0;
  std::vector<std::int64_t> requested;
};

/// Names of the node's resources: cpu, memory and ephemeral-storage first, then the others in order.
[[nodiscard]] std::vector<std::string> checked_resources(const NodeDescription& node);

/// `pods` are the specs with which pods count.
[[nodiscard]] NodeUse use_of(const std::vector<api::SpecPtr>& pods, const NodeDescription& node,
                             decide::PodRequests& requests);

/// Pods that were admitted before and have not ended.
using ListActivePods = std::function<std::vector<api::PodPtr>()>;

/// `judge_admission` by a kubelet that remembers what pods request; `use` is what the active pods use. They are listed
/// only if that does not say enough.
[[nodiscard]] AdmissionFailures judge_admission(const api::Pod& pod, const NodeUse& use, const ListActivePods& active,
                                                const NodeDescription& node, const release::Behaviour& behaviour,
                                                decide::PodRequests& requests);

}  // namespace podreel::kubelet
