#include "engine/kubelet/preemption/critical_pod_admission.hpp"

#include <utility>
#include <variant>

#include "engine/kubelet/preemption/victims.hpp"

namespace podreel::kubelet {

Admission admission_of(const api::Pod& pod, const NodeUse& use, const ListActivePods& active,
                       const NodeDescription& node, const release::Behaviour& behaviour,
                       decide::PodRequests& requests) {
  AdmissionFailures failures = judge_admission(pod, use, active, node, behaviour, requests);
  if (!is_critical(pod)) return {failures.rejection(), {}};
  if (failures.other || failures.resources.empty()) return {std::move(failures.other), {}};
  auto victims = choose_victims(pod, active(), failures.resources, behaviour);
  if (const NoVictims* none = std::get_if<NoVictims>(&victims)) {
    return {Rejection{"UnexpectedAdmissionError",
                      "Unexpected error while attempting to recover from admission failure: preemption: error finding "
                      "a set of pods to preempt: " +
                          none->message},
            {}};
  }
  return {std::nullopt, std::get<std::vector<api::PodPtr>>(std::move(victims))};
}

}  // namespace podreel::kubelet
