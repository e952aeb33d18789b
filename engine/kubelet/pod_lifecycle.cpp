#include "engine/kubelet/pod_lifecycle.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/kubelet/admission/app_armor.hpp"
#include "engine/kubelet/admission/soft_rejection.hpp"
#include "engine/kubelet/config/informer.hpp"
#include "engine/kubelet/config/mirror_client.hpp"
#include "engine/kubelet/container_environment.hpp"
#include "engine/kubelet/crash_backoff_maximum.hpp"
#include "engine/kubelet/explain/decision_steps.hpp"
#include "engine/kubelet/explain/explanation.hpp"
#include "engine/kubelet/housekeeping.hpp"
#include "engine/kubelet/node_status/node_lister.hpp"
#include "engine/kubelet/oom_group.hpp"
#include "engine/kubelet/pod_dispatcher.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/prober/probe_race.hpp"
#include "engine/kubelet/pull_secrets.hpp"
#include "engine/kubelet/runtime_state.hpp"
#include "engine/kubelet/status/killed_status.hpp"
#include "engine/kubelet/status/pod_conditions.hpp"
#include "engine/kubelet/sync_loop.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour/syncing.hpp"
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

bool failed_to_pull(const sync::PodSyncResult& done) {
  return std::ranges::any_of(done.results, [](const sync::SyncResult& result) {
    if (!result.failure) return false;
    const std::string_view error = result.failure->error;
    return error == sync::reason::image_pull_error || error == sync::reason::registry_unavailable ||
           error == sync::reason::signature_validation_failed;
  });
}

/// A container that ran for ten minutes begins anew whatever the maximum is.
sync::Backoff crash_backoff(const sim::Process& process, const release::Behaviour& behaviour,
                            std::optional<sim::Duration> configured_maximum, std::function<sim::Time()> collected_at) {
  const sim::Duration first = timing::either(behaviour, timing::backoff_first, timing::backoff_first_reduced);
  const sim::Duration maximum = crash_backoff_maximum(behaviour, configured_maximum);
  return sync::Backoff{process, std::min(first, maximum), maximum, timing::crash_backoff_reset,
                       std::move(collected_at)};
}

/// `objects` must outlive the options.
sync::ImagePuller::Options image_pulls(const KubeletConfiguration& config, const release::Behaviour& behaviour,
                                       const apiserver::ConfigObjects& objects) {
  const std::int32_t maximum =
      behaviour.has(release::image_pulls_have_maximum) ? config.max_parallel_image_pulls.value_or(0) : 0;
  return {.serialize_pulls = config.pulls_images_one_by_one(),
          .parallel_pulls_max = static_cast<std::size_t>(maximum),
          .registry = {config.registry_pull_qps, config.registry_burst},
          .verification = config.pull_verification,
          .credentials = [&objects](const api::Pod& pod, std::string_view image) {
            return pull_credentials(pod, image, objects);
          }};
}

/// Pod as the runtime's list has it: names, no hooks (kubecontainer.Pod.ToAPIPod).
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
  return behaviour.has(release::in_place_resize) && behaviour.has(release::resize_from_actuated_record);
}

/// Nothing else triggers a sync after the removals that begin a restart of all containers.
bool removed_any(const sync::PodSyncResult& result) {
  return !result.failed() && std::ranges::any_of(result.results, [](const sync::SyncResult& step) {
    return step.action == sync::SyncAction::remove_container;
  });
}

}  // namespace

/// One SyncPod: what it has found out, and what has come of it so far.
struct PodLifecycle::PodSync {
  /// The pod as its source has it.
  api::PodPtr wanted;
  /// A static pod's mirror pod, as the update has it.
  api::PodPtr mirror;
  runtime::PodStatusPtr observed;
  // As the sync found them when it began.
  SyncInputs inputs;
  std::uint64_t reported_version;
  StageOutcome& outcome;

  ProbeRace race;
  /// With the resources that it has been allocated.
  api::PodPtr pod{};
  api::PodPhase phase{};
  RestartOfAll restart = RestartOfAll::none;
  AskedReasons asked_reasons{};
  std::optional<std::string> admission_failure{};
  bool triggers_probes = false;
  bool has_mirror_pod = true;
  bool lacks_pull_secrets = false;
  bool is_resized_early = false;
  bool decides_on_latest_status = false;
  runtime::PodStatusPtr latest_status{};
  decide::Reasons reasons{};
  sync::BackOffFindings back_offs{};
  sync::SyncOutcome done{};
};

PodLifecycle::PodLifecycle(const Dependencies& dependencies)
    : deps_{dependencies},
      node_ips_{deps_.options.node_ip},
      crash_backoff_{crash_backoff(deps_.process, deps_.behaviour, deps_.options.config.max_container_restart_period,
                                   [this] { return deps_.loop.last_housekeeping_tick(); })},
      images_{deps_, deps_.files.pull_records,
              image_pulls(deps_.options.config, deps_.behaviour, deps_.config_objects)},
      context_{deps_,
               crash_backoff_,
               images_,
               deps_.prober.liveness_results().all(),
               deps_.prober.startup_results().all(),
               *deps_.options.policy,
               deps_.pod_states,
               *this,
               deps_.log_manager,
               notes_actuation(deps_.behaviour) ? &deps_.files.actuated : nullptr,
               &deps_.files.cgroups,
               deps_.behaviour.has(release::restart_count_from_logs) ? &deps_.files.logs : nullptr,
               oom_kills_group(deps_.options.config, deps_.behaviour)},
      probe_race_{deps_.timing.stream(timing::Site::probe_race)},
      sync_kill_{deps_.timing.stream(timing::Site::sync_kill)},
      start_latency_{deps_.timing.stream(timing::Site::start_latency)},
      call_return_{deps_.timing.stream(timing::Site::call_return)},
      cleanup_latency_{deps_.timing.stream(timing::Site::cleanup_latency)},
      kill_latency_{deps_.timing.stream(timing::Site::kill_latency)},
      termination_end_{deps_.timing.stream(timing::Site::termination_end)},
      terminal_phase_race_{deps_.timing.stream(timing::Site::terminal_phase_race)} {}

SyncInputs PodLifecycle::inputs_of(const memory::Text& uid) const {
  return {.changes = deps_.prober.version() + deps_.allocation.version() + deps_.config_objects.version(),
          .has_network = !deps_.runtime_state.network_problem().has_value(),
          .is_probing = deps_.prober.is_probing(uid)};
}

api::PodPtr PodLifecycle::allocated(const api::PodPtr& pod) const {
  return deps_.behaviour.has(release::allocation_taken_at_update) ? deps_.allocation.allocated(pod) : pod;
}

sim::Task<> PodLifecycle::sync_pod(api::PodPtr wanted, api::PodPtr mirror, CachedStatus observed,
                                   StageOutcome& outcome) {
  const api::ObjectMeta& meta = wanted->metadata;
  if (deps_.termination.delays_termination(*wanted)) {
    outcome.error = fmt::format("pod \"{}_{}\" is pending termination", meta.name, meta.namespace_name);
    co_return;
  }
  PodSync sync{wanted,
               std::move(mirror),
               std::move(observed.status),
               inputs_of(meta.uid),
               deps_.statuses.version_of(meta.uid),
               outcome,
               ProbeRace{deps_.process, deps_.timing, probe_race_, deps_.behaviour}};
  if (deps_.allocation.is_allocated_in_sync(sync.wanted)) co_await allocate_in_sync(sync.wanted);
  sync.pod = deps_.allocation.begin_sync(sync.wanted, *sync.observed);

  co_await report_status(sync);
  if (outcome.is_terminal) co_return;
  const bool was_killed = co_await kill_if_not_runnable(sync);
  if (was_killed) co_return;
  if (sync.race.answers_before(SyncStep::decide)) co_await sync.race.wait();
  const bool is_prepared = co_await prepare(sync);
  if (!is_prepared) co_return;
  co_await sync_containers(sync);
  if (is_settled(sync)) note_rest(sync.pod, sync.asked_reasons, std::move(sync.done), outcome);
}

sim::Task<> PodLifecycle::allocate_in_sync(api::PodPtr wanted) {
  const api::PodPtr before = deps_.allocation.allocated(wanted);
  co_await deps_.allocation.allocate(wanted);
  const bool is_allocated = deps_.allocation.allocated(wanted) == wanted;
  if (!is_allocated || !deps_.behaviour.has(release::resize_resets_back_off)) co_return;
  const auto reset = [&](const std::vector<api::Container>& containers, const std::vector<api::Container>& others) {
    for (std::size_t index = 0; index < containers.size(); ++index) {
      if (api::amounts_of(containers[index]) == api::amounts_of(others[index])) continue;
      crash_backoff_.reset(sync::crash_backoff_key(context_, *wanted, containers[index]));
    }
  };
  reset(wanted->spec->containers, before->spec->containers);
  reset(wanted->spec->init_containers, before->spec->init_containers);
}

sim::Task<> PodLifecycle::report_status(PodSync& sync) {
  if (sync.inputs.is_probing) sync.race.enter_under_way();
  if (sync.race.answers_before(SyncStep::build_status)) co_await sync.race.wait();
  sync.restart = restart_of_all(*sync.pod, *sync.observed);
  BuiltStatus built = make_status(*sync.pod, *sync.observed, false, &sync.asked_reasons);
  sync.phase = built.status.phase;
  sync.outcome.is_terminal =
      deps_.behaviour.has(release::terminal_phase_waits_for_containers) && is_terminal(sync.phase);
  sync.triggers_probes = !built.probe_readiness_of.empty();
  if (sync.triggers_probes) sync.race.enter_triggered(built.probes_begin_in);
  if (sync.race.answers_before(SyncStep::report_status)) co_await sync.race.wait();
  if (!is_terminal(sync.phase)) sync.admission_failure = admission_failure(*sync.pod);
  if (sync.admission_failure) built.status = blocked_status(std::move(built.status), *sync.admission_failure);
  report(sync.pod, std::move(built.status));
}

sim::Task<bool> PodLifecycle::kill_if_not_runnable(PodSync& sync) {
  if (!sync.admission_failure) {
    // A worker that has stages does the rest in another one.
    if (deps_.behaviour.has(release::pod_workers_have_stages)) co_return false;
    if (is_terminal(sync.phase)) co_await deps_.housekeeping.watch_leftovers(sync.observed);
    if (!sync.pod->metadata.deletion_timestamp && sync.phase != api::PodPhase::failed) co_return false;
  }
  const std::optional<std::string> error = co_await kill_observed(sync.pod, *sync.observed, std::nullopt);
  if (error) {
    sync.outcome.error = "error killing pod: " + *error;
  } else if (sync.admission_failure) {
    sync.outcome.error = "pod cannot be run: " + *sync.admission_failure;
  }
  co_return true;
}

sim::Task<bool> PodLifecycle::prepare(PodSync& sync) {
  if (lacks_network(*sync.pod, sync.outcome)) co_return false;
  if (sync.pod->is_static()) {
    const bool is_reconciled = co_await deps_.mirror_client.reconcile(sync.pod, sync.mirror);
    sync.has_mirror_pod = is_reconciled && deps_.pods.mirror_of(*sync.pod) == sync.mirror;
  }
  if (sync.observed->sandboxes.empty()) {
    const sim::Duration setup = deps_.timing.draw(timing::pod_setup, sync.pod->metadata.uid);
    if (setup > sim::Duration{}) co_await sim::sleep_for(deps_.process, setup);
  }
  if (sync.pod->spec->has_volumes) sync.outcome.error = co_await deps_.volumes.wait_for_mount(sync.pod);
  if (sync.outcome.error) co_return false;
  if (!deps_.behaviour.has(release::pull_secrets_reported_after_failed_pull)) {
    sync.lacks_pull_secrets = record_missing_pull_secrets(*sync.pod);
  }
  if (deps_.behaviour.has(release::sync_begins_probes)) deps_.prober.add_pod(sync.pod);
  if (deps_.allocation.early() != nullptr) sync.is_resized_early = co_await report_early_resize(sync.pod);
  co_return true;
}

sim::Task<> PodLifecycle::sync_containers(PodSync& sync) {
  const api::PodPtr& pod = sync.pod;
  sync.decides_on_latest_status = deps_.behaviour.has(release::decides_on_latest_status) && !pod->is_static();
  if (sync.decides_on_latest_status) {
    co_await sim::sleep_for(deps_.process, deps_.timing.takes(timing::latest_status_latency));
    sync.latest_status = co_await fetch_status(*pod);
  }
  const bool explains = deps_.options.explain_since.has_value();
  const sync::SyncRequest request{.pod = pod,
                                  .status = sync.observed,
                                  .restart_all_containers = sync.restart == RestartOfAll::under_way,
                                  .reasons = explains ? &sync.reasons : nullptr,
                                  .back_offs = explains ? &sync.back_offs : nullptr,
                                  .latest_status = sync.latest_status};
  co_await sync::sync_pod(context_, request, sync.done);
  if (deps_.behaviour.has(release::pull_secrets_reported_after_failed_pull) && failed_to_pull(sync.done.result)) {
    record_missing_pull_secrets(*pod);
  }
  reasons_.update(pod->metadata.uid, sync.done.result);
  deps_.allocation.end_sync(*pod, sync.done.result);
  if (sync.is_resized_early) {
    const runtime::PodStatusPtr resized = co_await fetch_status(*pod);
    if (resized) deps_.cache.set(pod->metadata.uid, {resized, {}}, deps_.process.now());
  }
  // Upstream (1.36, kubelet.go, SyncPod) holds that this is no endless loop, because the next sync sees that all
  // containers are removed. It is one with the evented PLEG, whose CONTAINER_DELETED event leaves the pod cache as it
  // is (evented.go, processCRIEvents). If a container is created, exits and is removed between two relists of its pod,
  // the generic PLEG's records do not change either. Then each relist on demand only dates the cached status
  // (SetObservedTime), removing the removed container succeeds, and the pod is synced again, until the kubelet
  // restarts. Read, not recorded.
  const bool restarts_at_once =
      deps_.behaviour.has(release::restart_of_all_goes_on_at_once) && sync.restart == RestartOfAll::under_way;
  if (restarts_at_once && removed_any(sync.done.result)) {
    deps_.dispatcher.dispatch(UpdateType::update, sync.wanted, {SyncCause::Kind::continues});
  }
  conclude(sync.done, sync.outcome);
  if (explains) sync.outcome.explanation = explanation_of(sync);
}

bool PodLifecycle::is_settled(const PodSync& sync) const {
  const memory::Text& uid = sync.pod->metadata.uid;
  // A deadline passes although nothing changes.
  const bool may_time_out = sync.pod->spec->active_deadline_seconds.has_value();
  const bool changes_nothing = sync.has_mirror_pod && !sync.triggers_probes && !may_time_out &&
                               !sync.lacks_pull_secrets && !sync.decides_on_latest_status && !sync.is_resized_early;
  return changes_nothing && !sync.inputs.is_probing && inputs_of(uid) == sync.inputs &&
         deps_.statuses.version_of(uid) == sync.reported_version && deps_.pods.find(uid) == sync.wanted;
}

std::shared_ptr<const ExplainedSync> PodLifecycle::explanation_of(const PodSync& sync) const {
  Explanation explanation{*deps_.options.explain_since};
  std::optional<PendingBackOff> back_off =
      add_sync_steps(explanation, {sync.reasons, sync.back_offs, sync.done.result});
  return std::make_shared<const ExplainedSync>(ExplainedSync{explanation.steps(), std::move(back_off)});
}

void PodLifecycle::conclude(const sync::SyncOutcome& done, StageOutcome& outcome) const {
  outcome.error = done.panic ? done.panic->message : error_of(done.result);
  if (deps_.behaviour.has(release::back_off_ends_retry)) outcome.back_off_ends = done.result.min_back_off_expiration();
  outcome.wants_relist =
      deps_.behaviour.has(release::relist_on_demand) && !done.result.results.empty() && !outcome.error;
}

sim::Task<> PodLifecycle::kill_running_pod(api::PodPtr pod, runtime::RunningPod running) {
  co_await sync::kill_pod(context_, std::move(pod), std::move(running), std::nullopt);
}

sim::Task<> PodLifecycle::sync_terminating_pod(api::PodPtr pod, CachedStatus observed, Termination termination,
                                               StageOutcome& outcome) {
  pod = deps_.allocation.as_synced(pod);
  report_termination(pod, *observed.status, termination);
  deps_.prober.stop_liveness_and_startup(*pod);
  outcome.error = co_await kill_observed(pod, *observed.status, termination.grace_period_seconds);
  if (outcome.error) co_return;
  deps_.prober.remove_pod(*pod);
  if (const sim::Duration rest = termination_end_.draw(timing::termination_end); rest > sim::Duration{}) {
    co_await sim::sleep_for(deps_.process, rest);
  }
  const auto stopped = co_await deps_.runtime.get_pod_status(deps_.process, pod->metadata.uid);
  if (!stopped) {
    outcome.error = stopped.error().message;
  } else if (any_runs(**stopped)) {
    outcome.error = "detected running containers after a successful KillPod, CRI violation";
  } else if (deps_.behaviour.has(release::terminating_reports_final_phase)) {
    report_final_phase(pod, **stopped, *observed.status);
    co_await delay_terminal_phase();
  }
  if (outcome.error) co_return;
  deps_.volumes.unmount(pod->metadata.uid);
  deps_.housekeeping.note_end_of_containers(pod->metadata.uid);
}

void PodLifecycle::report_termination(const api::PodPtr& pod, const runtime::PodStatus& observed,
                                      const Termination& termination) {
  api::PodStatus status = make_status(*pod, observed, false).status;
  if (termination.status) {
    status = killed_status(std::move(status), *termination.status, pod->metadata.generation, deps_.behaviour);
  }
  report(pod, std::move(status));
}

sim::Task<std::optional<std::string>> PodLifecycle::kill_observed(const api::PodPtr& pod,
                                                                  const runtime::PodStatus& observed,
                                                                  std::optional<std::int64_t> grace_period_seconds) {
  co_await sim::sleep_for(deps_.process, kill_latency_.draw(timing::kill_latency));
  const sync::PodSyncResult killed =
      co_await sync::kill_pod(context_, pod, sync::running_pod_of(observed), grace_period_seconds);
  std::optional<std::string> error = killed.error_text(deps_.behaviour);
  if (error && deps_.behaviour.has(release::failed_syncs_say_why)) {
    deps_.events.record(*pod, "", sync::EventType::warning, "FailedKillPod", "error killing pod: " + *error);
  }
  co_return error;
}

void PodLifecycle::report_final_phase(const api::PodPtr& pod, runtime::PodStatus stopped,
                                      const runtime::PodStatus& observed) {
  if (deps_.behaviour.has(release::terminating_status_keeps_ips)) stopped.ips = observed.ips;
  report(pod, make_status(*pod, stopped, true).status);
}

sim::Task<> PodLifecycle::delay_terminal_phase() {
  if (!terminal_phase_race_.draw(timing::terminal_phase_is_late)) co_return;
  co_await sim::sleep_for(deps_.process, 2 * deps_.timing.takes(timing::status_write));
}

sim::Task<> PodLifecycle::sync_terminating_runtime_pod(runtime::RunningPod pod,
                                                       std::optional<std::int64_t> grace_period_seconds,
                                                       StageOutcome& outcome) {
  const api::PodPtr known = pod_of(pod);
  const sync::PodSyncResult killed = co_await sync::kill_pod(context_, known, std::move(pod), grace_period_seconds);
  outcome.error = killed.error_text(deps_.behaviour);
}

sim::Task<> PodLifecycle::sync_terminated_pod(api::PodPtr pod, CachedStatus observed, StageOutcome& outcome) {
  pod = deps_.allocation.as_synced(pod);
  report(pod, make_status(*pod, *observed.status, true).status);
  if (deps_.volumes.has_mounted(pod->metadata.uid))
    outcome.error = co_await deps_.volumes.wait_for_unmount(pod->metadata.uid);
  if (outcome.error) co_return;
  if (const sim::Duration rest = cleanup_latency_.draw(timing::cleanup_latency); rest > sim::Duration{}) {
    co_await sim::sleep_for(deps_.process, rest);
  }
  deps_.volumes.forget(pod->metadata.uid);
  deps_.files.cgroups.destroy(pod->metadata.uid);
  deps_.statuses.terminate_pod(pod);
}

void PodLifecycle::forget_all_but(const std::vector<memory::Text>& working_uids) {
  deps_.volumes.forget_all_but(working_uids);
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

sim::Task<runtime::PodStatusPtr> PodLifecycle::fetch_status(const api::Pod& pod) {
  auto seen = co_await deps_.runtime.get_pod_status(deps_.process, pod.metadata.uid);
  co_return seen ? std::move(*seen) : nullptr;
}

void PodLifecycle::cancel_context(const memory::Text& uid) {
  if (deps_.behaviour.has(release::exec_probes_need_sync_context)) deps_.prober.cancel_context(uid);
}

void PodLifecycle::cancel_sync(const memory::Text& uid) {
  if (deps_.behaviour.has(release::termination_cancels_volume_wait)) deps_.volumes.cancel_wait(uid);
}

void PodLifecycle::report_unknown_status(const api::Pod& pod, const runtime::Error& error) {
  if (!deps_.behaviour.has(release::failed_syncs_say_why)) return;
  deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::failed_sync,
                      "error determining status: " + error.message);
}

void PodLifecycle::report_failed_sync(const api::Pod& pod) {
  if (deps_.behaviour.has(release::failed_syncs_say_why)) return;
  deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::failed_sync, "Error syncing pod");
}

std::optional<std::string> PodLifecycle::config_problem(const api::Pod& pod, const api::Container& container) const {
  if (deps_.housekeeping.has_removed_directory_of(pod.metadata.uid)) {
    return fmt::format("open /var/lib/kubelet/pods/{}/etc-hosts: no such file or directory", pod.metadata.uid);
  }
  return environment_problem(pod, container, deps_.services.has_synced(), deps_.config_objects, deps_.behaviour);
}

std::optional<std::string> PodLifecycle::admission_failure(const api::Pod& pod) const {
  auto problem = app_armor_problem(pod, deps_.node.app_armor, deps_.behaviour);
  if (!problem || problem->rejects) return std::nullopt;
  return std::move(problem->message);
}

bool PodLifecycle::lacks_network(const api::Pod& pod, StageOutcome& outcome) {
  std::optional<std::string> problem;
  if (!pod.spec->host_network) problem = deps_.runtime_state.network_problem();
  if (!problem) return false;
  if (!deps_.behaviour.has(release::node_errors_are_listed)) problem = fmt::format("[{}]", *problem);
  outcome.error = "network is not ready: " + *problem;
  outcome.is_transient = true;
  if (deps_.behaviour.has(release::failed_syncs_say_why)) {
    deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::network_not_ready, *outcome.error);
  }
  return true;
}

bool PodLifecycle::record_missing_pull_secrets(const api::Pod& pod) {
  if (!deps_.behaviour.has(release::missing_pull_secrets_are_reported)) return false;
  const std::vector<std::string> missing = missing_pull_secrets(pod, deps_.config_objects);
  if (missing.empty()) return false;
  deps_.events.record(pod, "", sync::EventType::warning, sync::event_reason::failed_pull_secret,
                      fmt::format("Unable to retrieve some image pull secrets ({}); attempting to pull the image may "
                                  "not succeed.",
                                  fmt::join(missing, ", ")));
  return true;
}

const api::PodStatus& PodLifecycle::reported_status(const api::Pod& pod) const {
  const api::PodStatus* known = deps_.statuses.status_of(pod.metadata.uid);
  return known == nullptr ? pod.status : *known;
}

RestartOfAll PodLifecycle::restart_of_all(const api::Pod& pod, const runtime::PodStatus& observed) const {
  if (!deps_.behaviour.has(release::restart_all_containers)) return RestartOfAll::none;
  if (!decide::should_all_containers_restart(pod, observed, deps_.behaviour, &reported_status(pod))) {
    return RestartOfAll::none;
  }
  return decide::all_containers_are_removed(pod, observed) ? RestartOfAll::cleaned_up : RestartOfAll::under_way;
}

BuiltStatus PodLifecycle::make_status(const api::Pod& pod, const runtime::PodStatus& observed, bool pod_is_terminal,
                                      AskedReasons* asked) {
  // For the addresses in the status.
  deps_.node_lister.read();
  const StartFailures failures = [&](std::string_view container) -> std::optional<StartFailure> {
    const auto failure = reasons_.get(pod.metadata.uid, container);
    if (asked != nullptr) asked->push_back({container, failure});
    if (!failure) return std::nullopt;
    return StartFailure{failure->error, failure->message};
  };
  if (pod_is_terminal) deps_.allocation.end_resizes(pod.metadata.uid);
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
  inputs.logs = &deps_.files.logs;
  if (context_.actuated != nullptr) inputs.actuated = &deps_.files.actuated.of(pod.metadata.uid);
  if (deps_.behaviour.has(release::resources_of_pod_reported))
    inputs.cgroup = deps_.files.cgroups.read(pod.metadata.uid, deps_.behaviour);
  deps_.deadlines.update(pod, reported_status(pod).start_time);
  if (deps_.deadlines.has_passed(pod.metadata.uid, deps_.process.now())) {
    inputs.eviction = Eviction{std::string{ActiveDeadlines::reason}, std::string{ActiveDeadlines::message}};
    deps_.events.record(pod, "", sync::EventType::normal, ActiveDeadlines::reason,
                        std::string{ActiveDeadlines::message});
  }
  BuiltStatus built = build_pod_status(inputs);
  if (EarlyResize* early = deps_.allocation.early()) built.status.resize = early->progress(pod, built.status);
  built.probes_begin_in = deps_.prober.trigger_readiness(pod, built.probe_readiness_of);
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

void PodLifecycle::on_pod_sandbox_ready(const api::PodPtr& pod) {
  if (!deps_.behaviour.has(release::sandbox_ready_reported_at_once)) return;
  api::PodStatus status = reported_status(*pod);
  set_ready_to_start(status, *pod, deps_.behaviour);
  deps_.statuses.set_pod_status(pod, std::move(status));
}

void PodLifecycle::set_pod_watch_condition(const memory::Text& pod_uid) {
  deps_.pleg.reinspect(pod_uid);
}

std::optional<sim::Duration> PodLifecycle::draw_call_return() {
  if (!deps_.behaviour.has(release::evented_pleg)) return std::nullopt;
  return call_return_.draw(timing::call_return);
}

std::optional<sim::Duration> PodLifecycle::draw_latency(sync::TimedStep step) {
  const auto unless_none = [](sim::Duration latency) {
    return latency > sim::Duration{} ? std::optional{latency} : std::nullopt;
  };
  switch (step) {
    case sync::TimedStep::kill:
      return unless_none(sync_kill_.draw(timing::sync_kill));
    case sync::TimedStep::sandbox:
      return start_latency_.draw(timing::sandbox_latency);
    case sync::TimedStep::container:
      return start_latency_.draw(timing::container_latency);
    case sync::TimedStep::creation:
      return unless_none(start_latency_.draw(timing::creation_latency));
  }
  return std::nullopt;
}

}  // namespace podreel::kubelet
