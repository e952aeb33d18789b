#include "engine/kubelet/status/killed_status.hpp"

#include <utility>

#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

namespace {

bool fails(const KillStatus& killed, api::PodPhase phase) {
  switch (killed.phase) {
    case KillStatus::Phase::failed:
      return true;
    case KillStatus::Phase::failed_unless_succeeded:
      return phase != api::PodPhase::succeeded;
    case KillStatus::Phase::kept:
      break;
  }
  return false;
}

}  // namespace

api::PodStatus killed_status(api::PodStatus status, const KillStatus& killed, std::int64_t generation,
                             const release::Behaviour& behaviour) {
  if (behaviour.has(release::killed_status_is_bare)) status = {};
  if (fails(killed, status.phase)) status.phase = api::PodPhase::failed;
  status.reason = killed.reason;
  status.message = killed.message;
  if (behaviour.has(release::disruption_target_condition) && !killed.disruption.empty()) {
    api::PodCondition condition;
    condition.type = condition_type::disruption_target;
    condition.status = "True";
    condition.reason = "TerminationByKubelet";
    condition.message = killed.disruption;
    if (behaviour.has(release::conditions_name_generation)) condition.observed_generation = generation;
    api::set_condition(status.conditions, std::move(condition));
  }
  return status;
}

}  // namespace podreel::kubelet
