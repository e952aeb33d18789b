#include "engine/kubelet/preemption/preempted_status.hpp"

#include <utility>

#include "engine/kubelet/status/status_reasons.hpp"

namespace podreel::kubelet {

api::PodStatus preempted_status(api::PodStatus status, const KillStatus& killed, const release::Behaviour& behaviour) {
  if (behaviour.preempted_status_is_bare) status = {};
  status.phase = api::PodPhase::failed;
  status.reason = killed.reason;
  status.message = killed.message;
  if (behaviour.disruption_target_condition) {
    api::PodCondition condition;
    condition.type = condition_type::disruption_target;
    condition.status = "True";
    condition.reason = "TerminationByKubelet";
    condition.message = "Pod was preempted by Kubelet to accommodate a critical pod.";
    api::set_condition(status.conditions, std::move(condition));
  }
  return status;
}

}  // namespace podreel::kubelet
