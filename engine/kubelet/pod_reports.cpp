// What the kubelet reports of a pod while it works on it.
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/kubelet/pod_lifecycle.hpp"
#include "engine/kubelet/status/pod_conditions.hpp"
#include "engine/kubelet/status/pod_status_builder.hpp"

namespace podreel::kubelet {

const api::PodStatus& PodLifecycle::reported_status(const api::Pod& pod) const {
  const api::PodStatus* known = deps_.statuses.status_of(pod.metadata.uid);
  return known == nullptr ? pod.status : *known;
}

RestartOfAll PodLifecycle::restart_of_all(const api::Pod& pod, const runtime::PodStatus& observed) const {
  if (!deps_.behaviour.restart_all_containers) return RestartOfAll::none;
  if (!decide::should_all_containers_restart(pod, observed, deps_.behaviour, &reported_status(pod))) {
    return RestartOfAll::none;
  }
  return decide::all_containers_are_removed(pod, observed) ? RestartOfAll::cleaned_up : RestartOfAll::under_way;
}

BuiltStatus PodLifecycle::make_status(const api::Pod& pod, const runtime::PodStatus& observed, bool pod_is_terminal,
                                      AskedReasons* asked) {
  const StartFailures failures = [&](std::string_view container) -> std::optional<StartFailure> {
    const auto failure = reasons_.get(pod.metadata.uid, container);
    if (asked != nullptr) asked->push_back({container, failure});
    if (!failure) return std::nullopt;
    return StartFailure{failure->error, failure->message};
  };
  StatusInputs inputs{.pod = pod,
                      .observed = observed,
                      .previous = reported_status(pod),
                      .start_failures = failures,
                      .probes = deps_.prober,
                      .behaviour = deps_.behaviour,
                      .node_ips = node_ips_,
                      .pod_is_terminal = pod_is_terminal,
                      .eviction = {},
                      .restart_of_all = restart_of_all(pod, observed),
                      .kubelet_started_at = deps_.kubelet_started_at,
                      .resize = deps_.allocation.conditions(pod.metadata.uid),
                      .allocation = deps_.allocation.allocation(pod.metadata.uid)};
  if (context_.actuated != nullptr) inputs.actuated = &deps_.files.actuated.of(pod.metadata.uid);
  if (deps_.behaviour.resources_of_pod_reported) inputs.cgroup = deps_.files.cgroups.find(pod.metadata.uid);
  deps_.deadlines.update(pod, reported_status(pod).start_time);
  if (deps_.deadlines.has_passed(pod.metadata.uid, deps_.process.now())) {
    inputs.eviction = Eviction{std::string{ActiveDeadlines::reason}, std::string{ActiveDeadlines::message}};
    deps_.events.record(pod, "", sync::EventType::normal, ActiveDeadlines::reason,
                        std::string{ActiveDeadlines::message});
  }
  BuiltStatus built = build_pod_status(inputs);
  if (EarlyResize* early = deps_.allocation.early()) built.status.resize = early->progress(pod, built.status);
  deps_.prober.trigger_readiness(pod, built.probe_readiness_of);
  return built;
}

void PodLifecycle::report(const api::PodPtr& pod, api::PodStatus&& status) {
  deps_.statuses.set_pod_status(pod, std::move(status));
  if (!pod->spec->active_deadline_seconds) return;
  const api::PodStatus* known = deps_.statuses.status_of(pod->metadata.uid);
  if (known != nullptr) deps_.deadlines.update(*pod, known->start_time);
}

nlohmann::ordered_json PodLifecycle::take_status_steps(const memory::Text& uid) {
  return deps_.statuses.take_notes(uid);
}

void PodLifecycle::report_sandbox_ready(const api::PodPtr& pod) {
  if (!deps_.behaviour.sandbox_ready_reported_at_once) return;
  api::PodStatus status = reported_status(*pod);
  set_ready_to_start(status, *pod, deps_.behaviour);
  deps_.statuses.set_pod_status(pod, std::move(status));
}

}  // namespace podreel::kubelet
