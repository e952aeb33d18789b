#include "engine/kubelet/pod_lifecycle.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/kubelet/admission/app_armor.hpp"
#include "engine/kubelet/admission/soft_rejection.hpp"
#include "engine/kubelet/container_environment.hpp"
#include "engine/kubelet/explain/back_off_steps.hpp"
#include "engine/kubelet/explain/explanation.hpp"
#include "engine/kubelet/prober/probe_race.hpp"
#include "engine/kubelet/pull_secrets.hpp"
#include "engine/kubelet/status/killed_status.hpp"
#include "engine/sync/kill.hpp"
#include "engine/sync/sync_pod.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

bool any_runs(const runtime::PodStatus& status) {
  return std::ranges::any_of(status.containers, [](const runtime::ContainerStatus& container) {
    return container.state == runtime::ContainerState::running;
  });
}

/// newCrashLoopBackOff (pkg/kubelet/kubelet.go): the operator's maximum goes before the release's, and a container that
/// ran for ten minutes begins anew whatever the maximum.
sync::Backoff crash_backoff(const sim::Process& process, const release::Behaviour& behaviour,
                            std::optional<sim::Duration> configured_maximum, std::function<sim::Time()> collected_at) {
  const sim::Duration first = timing::either(behaviour, timing::backoff_first, timing::backoff_first_reduced);
  const sim::Duration longest = timing::either(behaviour, timing::backoff_longest, timing::backoff_longest_reduced);
  const sim::Duration maximum = behaviour.crash_backoff_has_maximum ? configured_maximum.value_or(longest) : longest;
  return sync::Backoff{process, std::min(first, maximum), maximum, timing::crash_backoff_reset,
                       std::move(collected_at)};
}

sync::ImagePuller::Options image_pulls(const KubeletConfiguration& config, const release::Behaviour& behaviour) {
  const std::int32_t maximum = behaviour.image_pulls_have_maximum ? config.max_parallel_image_pulls.value_or(0) : 0;
  return {.serialize_pulls = config.pulls_images_one_by_one(),
          .parallel_pulls_max = static_cast<std::size_t>(maximum),
          .registry = {config.registry_pull_qps, config.registry_burst}};
}

/// What the runtime's list tells of a pod: names, no hooks (kubecontainer.Pod.ToAPIPod).
api::PodPtr pod_of(const runtime::RunningPod& running) {
  auto spec = std::make_shared<api::PodSpec>();
  spec->termination_grace_period_seconds = 0;
  for (const runtime::ContainerSummary& listed : running.containers) {
    api::Container container;
    container.name = listed.name;
    spec->containers.push_back(std::move(container));
  }
  auto pod = std::make_shared<api::Pod>();
  pod->metadata.uid = running.uid;
  pod->metadata.namespace_name = running.namespace_name;
  pod->metadata.name = running.name;
  pod->spec = std::move(spec);
  return pod;
}

bool notes_actuation(const release::Behaviour& behaviour) {
  return behaviour.in_place_resize && behaviour.resize_from_actuated_record;
}

/// memory.oom.group of containers (pkg/kubelet/kuberuntime/kuberuntime_container_linux.go).
bool oom_kills_group(const KubeletConfiguration& config, const release::Behaviour& behaviour) {
  const bool is_single = behaviour.oom_kills_can_be_single && config.single_process_oom_kill.value_or(false);
  return behaviour.oom_kills_whole_containers && !is_single;
}

/// Nothing would tell the kubelet to go on after the removals that begin a restart of all containers.
bool removed_any(const sync::PodSyncResult& result) {
  return !result.failed() && std::ranges::any_of(result.results, [](const sync::SyncResult& step) {
    return step.action == sync::SyncAction::remove_container;
  });
}

}  // namespace

PodLifecycle::PodLifecycle(const Dependencies& dependencies)
    : deps_{dependencies},
      node_ips_{deps_.options.node_ip},
      crash_backoff_{crash_backoff(deps_.process, deps_.behaviour, deps_.options.config.max_container_restart_period,
                                   deps_.last_housekeeping)},
      images_{deps_, deps_.files.pull_intents, image_pulls(deps_.options.config, deps_.behaviour)},
      context_{deps_,
               crash_backoff_,
               images_,
               deps_.prober.liveness_results().all(),
               deps_.prober.startup_results().all(),
               *deps_.options.policy,
               deps_.pod_states,
               [this](const api::Pod& pod, const api::Container& container) { return config_problem(pod, container); },
               [this](const api::PodPtr& pod) { report_sandbox_ready(pod); },
               {},
               [this](sync::StartStep step) {
                 return start_latency_.draw(step == sync::StartStep::sandbox ? timing::sandbox_latency
                                                                             : timing::container_latency);
               },
               notes_actuation(deps_.behaviour) ? &deps_.files.actuated : nullptr,
               &deps_.files.cgroups,
               deps_.behaviour.restart_count_from_logs ? &deps_.files.logs : nullptr,
               deps_.behaviour.resize_is_reinspected ? deps_.reinspect : nullptr,
               oom_kills_group(deps_.options.config, deps_.behaviour)},
      volumes_{{deps_, deps_.config_objects, deps_.volume_plugins, deps_.files.mounts, deps_.is_attached,
                deps_.api_is_reachable},
               [this] { deps_.statuses.want_sync(); }},
      probe_race_{deps_.timing.stream(timing::Site::probe_race)},
      start_latency_{deps_.timing.stream(timing::Site::start_latency)},
      call_return_{deps_.timing.stream(timing::Site::call_return)},
      terminal_phase_race_{deps_.timing.stream(timing::Site::terminal_phase_race)} {
  if (deps_.behaviour.evented_pleg) context_.call_return = [this] { return call_return_.draw(timing::call_return); };
}

SyncInputs PodLifecycle::inputs_of(const memory::Text& uid) const {
  return {.changes = deps_.prober.version() + deps_.allocation.version() + deps_.config_objects.version(),
          .has_network = !deps_.network_problem().has_value(),
          .is_probing = deps_.prober.is_probing(uid)};
}

sim::Task<StageOutcome> PodLifecycle::sync_pod(UpdateType type, api::PodPtr wanted, CachedStatus observed) {
  if (deps_.is_held_back(*wanted)) return hold_back(std::move(wanted));
  return carry_out_sync(type, std::move(wanted), std::move(observed));
}

sim::Task<StageOutcome> PodLifecycle::hold_back(api::PodPtr pod) {
  StageOutcome outcome;
  outcome.error = fmt::format("pod \"{}_{}\" is pending termination", pod->metadata.name, pod->metadata.namespace_name);
  co_return outcome;
}

sim::Task<StageOutcome> PodLifecycle::carry_out_sync(UpdateType type, api::PodPtr wanted, CachedStatus observed) {
  StageOutcome outcome;
  const SyncInputs inputs_before = inputs_of(wanted->metadata.uid);
  const std::uint64_t reported_before = deps_.statuses.version_of(wanted->metadata.uid);
  if (deps_.allocation.is_allocated_in_sync(wanted)) co_await deps_.allocation.allocate(wanted);
  api::PodPtr pod = deps_.allocation.begin_sync(wanted, *observed.status);
  ProbeRace race{deps_.process, deps_.timing, probe_race_, deps_.behaviour};
  if (inputs_before.is_probing) race.enter(SyncStep::build_status);
  if (race.answers_before(SyncStep::build_status)) co_await race.wait();
  const RestartOfAll restart = restart_of_all(*pod, *observed.status);
  AskedReasons asked;
  BuiltStatus built = make_status(*pod, *observed.status, false, &asked);
  const api::PodPhase phase = built.status.phase;
  const bool has_stages = deps_.behaviour.pod_workers_have_stages;
  outcome.is_terminal = deps_.behaviour.terminal_phase_waits_for_containers && is_terminal(phase);
  const bool triggers_probes = !built.probe_readiness_of.empty();
  if (triggers_probes) race.enter(SyncStep::report_status);
  if (race.answers_before(SyncStep::report_status)) co_await race.wait();
  const std::optional<std::string> blocked = is_terminal(phase) ? std::nullopt : keeps_from_running(*pod);
  if (blocked) built.status = blocked_status(std::move(built.status), *blocked);
  report(pod, std::move(built.status));
  if (outcome.is_terminal) co_return outcome;
  if (blocked) {
    outcome = co_await kill_in_sync(std::move(pod), std::move(observed.status));
    if (!outcome.error) outcome.error = "pod cannot be run: " + *blocked;
    co_return outcome;
  }
  if (!has_stages) {
    if (is_terminal(phase)) co_await deps_.before_last_kill(observed.status);
    if (pod->metadata.deletion_timestamp || phase == api::PodPhase::failed) {
      outcome = co_await kill_in_sync(std::move(pod), std::move(observed.status));
      co_return outcome;
    }
  }
  if (race.answers_before(SyncStep::decide)) co_await race.wait();
  if (lacks_network(*pod, outcome)) co_return outcome;
  // A sync that still has the mirror pod that has gone leaves it to the next one to make another.
  const bool is_shown = !pod->is_static() || (type != UpdateType::mirror_removed && deps_.reconcile_mirror(*pod));
  if (pod->spec->has_volumes) outcome.error = co_await volumes_.wait_for_mount(pod);
  if (outcome.error) co_return outcome;
  const bool tells_of_secrets = tell_missing_pull_secrets(*pod);
  if (deps_.behaviour.sync_begins_probes) deps_.prober.add_pod(pod);
  bool resizes_early = false;
  if (deps_.allocation.early() != nullptr) resizes_early = co_await report_early_resize(pod);
  runtime::PodStatusPtr latest;
  const bool looks_again = deps_.behaviour.decides_on_latest_status && !pod->is_static();
  if (looks_again) {
    co_await sim::sleep_for(deps_.process, deps_.timing.takes(timing::latest_status_latency));
    latest = co_await look_again(*pod);
  }
  const bool explains = deps_.options.explain_since.has_value();
  decide::Reasons reasons;
  sync::BackOffFindings back_offs;
  sync::SyncRequest request{.pod = pod,
                            .status = observed.status,
                            .restart_all_containers = restart == RestartOfAll::under_way,
                            .reasons = explains ? &reasons : nullptr,
                            .back_offs = explains ? &back_offs : nullptr,
                            .latest_status = latest};
  sync::SyncOutcome done = co_await sync::sync_pod(context_, std::move(request));
  reasons_.update(pod->metadata.uid, done.result);
  deps_.allocation.end_sync(*pod, done.result);
  if (resizes_early) deps_.update_cache(pod->metadata.uid, co_await look_again(*pod));
  const bool goes_on = deps_.behaviour.restart_of_all_goes_on_at_once && restart == RestartOfAll::under_way;
  if (goes_on && removed_any(done.result)) deps_.sync_again(wanted);
  conclude(done, outcome);
  if (explains) outcome.explanation = explanation_of(reasons, back_offs);
  // A deadline passes although nothing changes.
  const bool may_time_out = pod->spec->active_deadline_seconds.has_value();
  const bool rests = is_shown && !triggers_probes && !inputs_before.is_probing && !may_time_out && !tells_of_secrets &&
                     !looks_again && !resizes_early && inputs_of(pod->metadata.uid) == inputs_before &&
                     deps_.statuses.version_of(pod->metadata.uid) == reported_before && deps_.is_current(wanted);
  if (rests) note_rest(pod, asked, std::move(done), outcome);
  co_return outcome;
}

std::shared_ptr<const ExplainedSync> PodLifecycle::explanation_of(const decide::Reasons& reasons,
                                                                  const sync::BackOffFindings& back_offs) const {
  Explanation explanation{*deps_.options.explain_since};
  for (const decide::Reason& reason : reasons) explanation.add(reason);
  const std::optional<sim::Time> refused_until = add_back_offs(explanation, back_offs);
  return std::make_shared<const ExplainedSync>(ExplainedSync{explanation.steps(), refused_until});
}

void PodLifecycle::conclude(const sync::SyncOutcome& done, StageOutcome& outcome) const {
  outcome.error = done.panic ? done.panic->message : error_of(done.result);
  if (deps_.behaviour.back_off_ends_retry) outcome.back_off_ends = done.result.min_back_off_expiration();
  outcome.wants_relist = deps_.behaviour.relist_on_demand && !done.result.results.empty() && !outcome.error;
}

sim::Task<StageOutcome> PodLifecycle::kill_in_sync(api::PodPtr pod, runtime::PodStatusPtr observed) {
  co_await sim::sleep_for(deps_.process, deps_.timing.takes(timing::kill_latency));
  const sync::PodSyncResult killed =
      co_await sync::kill_pod(context_, pod, sync::running_pod_of(*observed), std::nullopt);
  StageOutcome outcome;
  if (const auto error = killed.error_text(deps_.behaviour)) {
    outcome = failed_to_kill(*pod, *error);
    outcome.error = "error killing pod: " + *error;
  }
  co_return outcome;
}

sim::Task<> PodLifecycle::kill_running_pod(api::PodPtr pod, runtime::RunningPod running) {
  co_await sync::kill_pod(context_, std::move(pod), std::move(running), std::nullopt);
}

sim::Task<StageOutcome> PodLifecycle::sync_terminating_pod(api::PodPtr pod, CachedStatus observed,
                                                           Termination termination) {
  pod = deps_.allocation.as_synced(pod);
  api::PodStatus status = make_status(*pod, *observed.status, false).status;
  if (termination.status) status = killed_status(std::move(status), *termination.status, deps_.behaviour);
  report(pod, std::move(status));
  deps_.prober.stop_liveness_and_startup(*pod);
  co_await sim::sleep_for(deps_.process, deps_.timing.takes(timing::kill_latency));
  runtime::RunningPod running = sync::running_pod_of(*observed.status);
  const sync::PodSyncResult killed =
      co_await sync::kill_pod(context_, pod, std::move(running), termination.grace_period_seconds);
  if (const auto error = killed.error_text(deps_.behaviour)) {
    const StageOutcome failed = failed_to_kill(*pod, *error);
    co_return failed;
  }
  deps_.prober.remove_pod(*pod);
  auto stopped = co_await deps_.runtime.get_pod_status(deps_.process, pod->metadata.uid);
  StageOutcome outcome;
  if (!stopped) {
    outcome.error = stopped.error().message;
  } else if (any_runs(**stopped)) {
    outcome.error = "detected running containers after a successful KillPod, CRI violation";
  } else if (deps_.behaviour.terminating_reports_final_phase) {
    runtime::PodStatus final_state = **stopped;
    if (deps_.behaviour.terminating_status_keeps_ips) final_state.ips = observed.status->ips;
    report(pod, make_status(*pod, final_state, true).status);
    co_await hold_terminal_phase_back();
  }
  if (!outcome.error) volumes_.unmount(pod->metadata.uid);
  co_return outcome;
}

sim::Task<> PodLifecycle::hold_terminal_phase_back() {
  if (!terminal_phase_race_.draw(timing::terminal_phase_is_late)) co_return;
  co_await sim::sleep_for(deps_.process, 2 * deps_.timing.takes(timing::status_write));
}

sim::Task<StageOutcome> PodLifecycle::sync_terminating_runtime_pod(runtime::RunningPod pod,
                                                                   std::optional<std::int64_t> grace_period_seconds) {
  const api::PodPtr known = pod_of(pod);
  const sync::PodSyncResult killed = co_await sync::kill_pod(context_, known, std::move(pod), grace_period_seconds);
  StageOutcome outcome;
  outcome.error = killed.error_text(deps_.behaviour);
  co_return outcome;
}

sim::Task<StageOutcome> PodLifecycle::sync_terminated_pod(api::PodPtr pod, CachedStatus observed) {
  pod = deps_.allocation.as_synced(pod);
  report(pod, make_status(*pod, *observed.status, true).status);
  StageOutcome outcome;
  if (volumes_.has_mounted(pod->metadata.uid)) outcome.error = co_await volumes_.wait_for_unmount(pod->metadata.uid);
  if (outcome.error) co_return outcome;
  volumes_.forget(pod->metadata.uid);
  deps_.files.cgroups.destroy(pod->metadata.uid);
  deps_.statuses.terminate_pod(pod);
  co_return outcome;
}

void PodLifecycle::forget_all_but(const std::vector<memory::Text>& working_uids) {
  volumes_.forget_all_but(working_uids);
  crash_backoff_.collect_garbage();
}

std::optional<std::string> PodLifecycle::error_of(const sync::PodSyncResult& result) const {
  if (!result.failed()) return std::nullopt;
  return deps_.recorder.wants<trace::Sync>() ? result.error_text(deps_.behaviour) : std::string{};
}

sim::Task<bool> PodLifecycle::report_early_resize(api::PodPtr& pod) {
  EarlyResize& early = *deps_.allocation.early();
  if (EarlyResize::is_asked_for(*pod)) {
    // By then what was reported first has been written.
    co_await sim::sleep_for(deps_.process, 2 * deps_.timing.takes(timing::status_write));
    pod = co_await deps_.allocation.allocate_early(pod);
    report(pod, api::PodStatus{pod->status});
  }
  co_return early.is_under_way(pod->metadata.uid);
}

sim::Task<runtime::PodStatusPtr> PodLifecycle::look_again(const api::Pod& pod) {
  auto seen = co_await deps_.runtime.get_pod_status(deps_.process, pod.metadata.uid);
  co_return seen ? std::move(*seen) : nullptr;
}

void PodLifecycle::cancel_sync(const memory::Text& uid) {
  if (deps_.behaviour.termination_cancels_volume_wait) volumes_.cancel_wait(uid);
}

void PodLifecycle::tell_unknown_status(const api::Pod& pod, const runtime::Error& error) {
  if (!deps_.behaviour.failed_syncs_say_why) return;
  deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::failed_sync,
                      "error determining status: " + error.message);
}

void PodLifecycle::tell_failed_sync(const api::Pod& pod) {
  if (deps_.behaviour.failed_syncs_say_why) return;
  deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::failed_sync, "Error syncing pod");
}

std::optional<std::string> PodLifecycle::config_problem(const api::Pod& pod, const api::Container& container) const {
  if (deps_.has_lost_directory(pod.metadata.uid)) {
    return fmt::format("open /var/lib/kubelet/pods/{}/etc-hosts: no such file or directory", pod.metadata.uid);
  }
  return missing_environment(pod, container, deps_.config_objects);
}

std::optional<std::string> PodLifecycle::keeps_from_running(const api::Pod& pod) const {
  auto problem = app_armor_problem(pod, deps_.app_armor, deps_.behaviour);
  if (!problem || problem->rejects) return std::nullopt;
  return std::move(problem->message);
}

bool PodLifecycle::lacks_network(const api::Pod& pod, StageOutcome& outcome) {
  std::optional<std::string> problem;
  if (!pod.spec->host_network) problem = deps_.network_problem();
  if (!problem) return false;
  if (!deps_.behaviour.node_errors_are_listed) problem = fmt::format("[{}]", *problem);
  outcome.error = "network is not ready: " + *problem;
  outcome.is_transient = true;
  if (deps_.behaviour.failed_syncs_say_why) {
    deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::network_not_ready, *outcome.error);
  }
  return true;
}

bool PodLifecycle::tell_missing_pull_secrets(const api::Pod& pod) {
  if (!deps_.behaviour.missing_pull_secrets_told) return false;
  const std::vector<std::string> missing = missing_pull_secrets(pod, deps_.config_objects);
  if (missing.empty()) return false;
  deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::failed_pull_secret,
                      fmt::format("Unable to retrieve some image pull secrets ({}); attempting to pull the image may "
                                  "not succeed.",
                                  fmt::join(missing, ", ")));
  return true;
}

StageOutcome PodLifecycle::failed_to_kill(const api::Pod& pod, const std::string& error) {
  if (deps_.behaviour.failed_syncs_say_why) {
    deps_.events.record(pod, "", sync::EventType::warning, "FailedKillPod", "error killing pod: " + error);
  }
  StageOutcome outcome;
  outcome.error = error;
  return outcome;
}

}  // namespace podreel::kubelet
