#include "engine/kubelet/status/pod_status_builder.hpp"

#include <fmt/format.h>

#include "engine/kubelet/status/container_readiness.hpp"
#include "engine/kubelet/status/container_status_builder.hpp"
#include "engine/kubelet/status/observed_generation.hpp"
#include "engine/kubelet/status/pod_addresses.hpp"
#include "engine/kubelet/status/pod_conditions.hpp"
#include "engine/kubelet/status/pod_phase.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/kubelet/status/status_resources.hpp"
#include "engine/kubelet/status/status_rules.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

api::PodStatus converted(const StatusInputs& inputs) {
  api::PodStatus status;
  status.observed_generation = observed_generation(inputs.pod, inputs.behaviour);
  set_pod_ips(inputs, status);
  status.qos_class = inputs.pod.spec->qos_class;
  status.container_statuses = build_container_statuses(inputs, api::ContainerKind::regular);
  status.init_container_statuses = build_container_statuses(inputs, api::ContainerKind::init);
  status.ephemeral_container_statuses = build_container_statuses(inputs, api::ContainerKind::ephemeral);
  return status;
}

void evict(const StatusInputs& inputs, const Eviction& eviction, api::PodStatus& status) {
  status_rule::because(
      inputs, {}, status_rule::evicted, [&] { return eviction.reason; }, api::to_string(api::PodPhase::failed));
  status.phase = api::PodPhase::failed;
  status.reason = eviction.reason;
  status.message = eviction.message;
}

void keep_terminal_phase(const StatusInputs& inputs, api::PodPhase phase, api::PodStatus& status) {
  status_rule::because(
      inputs, {}, status_rule::terminal_phase_kept,
      [&] { return fmt::format("was reported as {}", api::to_string(phase)); }, api::to_string(phase));
  status.phase = phase;
}

/// A terminal phase that was reported once stays, and with a phase its reason and message.
void merge_with_previous(const StatusInputs& inputs, api::PodStatus& status) {
  const api::PodStatus& reported = inputs.pod.status;
  const api::PodPhase before = is_terminal(inputs.previous.phase) ? inputs.previous.phase : reported.phase;
  if (!is_terminal(status.phase) && is_terminal(before)) keep_terminal_phase(inputs, before, status);
  if (status.phase != inputs.previous.phase) return;
  status.reason = inputs.previous.reason.empty() ? reported.reason : inputs.previous.reason;
  status.message = inputs.previous.message.empty() ? reported.message : inputs.previous.message;
  if (status.reason.empty() && status.message.empty()) return;
  status_rule::because(inputs, {}, status_rule::reason_kept,
                       [&] { return "was reported with reason " + status.reason; });
}

}  // namespace

BuiltStatus build_pod_status(const StatusInputs& inputs) {
  BuiltStatus built{converted(inputs), {}};
  api::PodStatus& status = built.status;
  const bool merges = inputs.behaviour.has(release::status_builds_on_previous);
  if (inputs.resize != nullptr && !inputs.behaviour.has(release::resize_conditions)) {
    if (inputs.resize->in_progress) status.resize = status_reason::resize_in_progress;
    if (inputs.resize->pending) status.resize = inputs.resize->pending->reason;
  }
  if (inputs.eviction && !merges) {
    if (inputs.behaviour.has(release::deadline_status_is_bare)) status = {};
    evict(inputs, *inputs.eviction, status);
    return built;
  }
  status.phase = phase_of(inputs, status);
  if (merges) merge_with_previous(inputs, status);
  if (inputs.eviction) evict(inputs, *inputs.eviction, status);
  if (is_terminal(inputs.pod.status.phase) && status.phase != inputs.pod.status.phase) {
    keep_terminal_phase(inputs, inputs.pod.status.phase, status);
  }
  built.probe_readiness_of = update_readiness(inputs, status);
  build_conditions(inputs, status);
  set_host_ips(inputs, status);
  if (inputs.behaviour.has(release::resources_of_pod_reported)) report_pod_resources(status, inputs);
  return built;
}

}  // namespace podreel::kubelet
