#include "engine/kubelet/pod_status_builder.hpp"

#include "engine/kubelet/container_readiness.hpp"
#include "engine/kubelet/container_status_builder.hpp"
#include "engine/kubelet/pod_addresses.hpp"
#include "engine/kubelet/pod_conditions.hpp"
#include "engine/kubelet/pod_phase.hpp"

namespace podreel::kubelet {

namespace {

api::PodStatus converted(const StatusInputs& inputs) {
  api::PodStatus status;
  if (inputs.behaviour.conditions_name_generation) status.observed_generation = inputs.pod.metadata.generation;
  set_pod_ips(inputs, status);
  status.qos_class = api::qos_class(*inputs.pod.spec);
  status.container_statuses = build_container_statuses(inputs, api::ContainerKind::regular);
  status.init_container_statuses = build_container_statuses(inputs, api::ContainerKind::init);
  status.ephemeral_container_statuses = build_container_statuses(inputs, api::ContainerKind::ephemeral);
  return status;
}

void evict(const Eviction& eviction, api::PodStatus& status) {
  status.phase = api::PodPhase::failed;
  status.reason = eviction.reason;
  status.message = eviction.message;
}

/// A terminal phase that was reported once stays, and with a phase its reason and message.
void merge_with_previous(const StatusInputs& inputs, api::PodStatus& status) {
  const api::PodStatus& reported = inputs.pod.status;
  if (!is_terminal(status.phase)) {
    if (is_terminal(inputs.previous.phase)) {
      status.phase = inputs.previous.phase;
    } else if (is_terminal(reported.phase)) {
      status.phase = reported.phase;
    }
  }
  if (status.phase != inputs.previous.phase) return;
  status.reason = inputs.previous.reason.empty() ? reported.reason : inputs.previous.reason;
  status.message = inputs.previous.message.empty() ? reported.message : inputs.previous.message;
}

}  // namespace

BuiltStatus build_pod_status(const StatusInputs& inputs) {
  BuiltStatus built{converted(inputs), {}};
  api::PodStatus& status = built.status;
  const bool merges = inputs.behaviour.status_builds_on_previous;
  if (inputs.eviction && !merges) {
    evict(*inputs.eviction, status);
    return built;
  }
  status.phase = phase_of(inputs, status);
  if (merges) merge_with_previous(inputs, status);
  if (inputs.eviction) evict(*inputs.eviction, status);
  if (is_terminal(inputs.pod.status.phase)) status.phase = inputs.pod.status.phase;
  built.probe_readiness_of = update_readiness(inputs, status);
  status.conditions = build_conditions(inputs, status);
  set_host_ips(inputs, status);
  return built;
}

}  // namespace podreel::kubelet
