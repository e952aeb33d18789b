#include "engine/kubelet/kubelet.hpp"

#include <algorithm>
#include <utility>

#include "engine/kubelet/request_rates.hpp"
#include "engine/kubelet/termination/killer_termination.hpp"
#include "engine/kubelet/termination/worker_termination.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

/// What becomes of work that would find nothing to do.
sim::IdleWork idle_work_of(const KubeletOptions& options, const runtime::ChangeFeed& changes) {
  if (options.skip_idle_work) return sim::IdleWork::skipped;
  return changes.is_silent() ? sim::IdleWork::executed : sim::IdleWork::checked;
}

WorkerRules worker_rules(const KubeletOptions& options, const release::Behaviour& behaviour, sim::IdleWork idle_work,
                         const Ticker& sync) {
  WorkerRules rules;
  rules.resync = options.config.sync_frequency;
  rules.takes_updates_at_once = behaviour.workers_take_updates_at_once;
  rules.have_stages = behaviour.pod_workers_have_stages;
  rules.finished_pods_have_terminated = behaviour.finished_pods_terminated_at_start;
  rules.sync_finished_pods = behaviour.finished_pods_synced_at_start;
  rules.static_pods_take_turns = behaviour.static_pods_wait_for_their_name;
  rules.unstarted_pods_give_way = behaviour.unstarted_static_pods_give_way;
  rules.reused_uids_start_again = behaviour.reused_uids_start_again;
  rules.pods_synced = options.up_since > sim::Duration{};
  rules.zero_grace_counts = behaviour.zero_grace_counts;
  rules.orphans_terminate = behaviour.orphaned_workers_terminate;
  // Each sync that is explained has reasons of its own.
  rules.idle_work = options.explain_since && idle_work == sim::IdleWork::skipped ? sim::IdleWork::executed : idle_work;
  rules.explain_since = options.explain_since;
  rules.sync_ticker = sync;
  return rules;
}

std::optional<sim::Duration> draw_setup(const KubeletOptions& options, timing::Stream& start_up) {
  if (options.up_since > sim::Duration{}) return std::nullopt;
  return start_up.draw(timing::kubelet_setup);
}

}  // namespace

Kubelet::Kubelet(Surroundings surroundings, KubeletOptions options)
    : surroundings_{std::move(surroundings)},
      options_{std::move(options)},
      behaviour_{turned(release::behaviour_of(options_.version, options_.feature_gates), options_.turned)},
      process_{surroundings_.scheduler},
      idle_work_{idle_work_of(options_, surroundings_.changes)},
      started_at_{process_.now() - options_.up_since},
      start_up_{surroundings_.timing.stream(timing::Site::start_up)},
      setup_{draw_setup(options_, start_up_)},
      tickers_{setup_ ? tickers_since(started_at_ + *setup_, surroundings_.timing)
                      : tickers_of_old_kubelet(process_.now(), surroundings_.timing)},
      active_requests_{surroundings_.node, requests_, *this},
      api_{surroundings_.api_server, pods_},
      api_source_{process_, surroundings_.api_server, surroundings_.timing},
      files_{process_, surroundings_.timing, surroundings_.static_pods, options_.read_static_pod,
             surroundings_.recorder},
      cache_{process_},
      events_{process_,
              surroundings_.timing,
              surroundings_.recorder,
              [this] { return api_.is_reachable(); },
              {.rate = event_rate(options_.config, behaviour_), .filters_spam = behaviour_.event_spam_filtered}},
      environment_{process_, surroundings_.timing, surroundings_.runtime, behaviour_, events_, surroundings_.recorder},
      preemption_{process_, events_, workers_},
      allocation_{{environment_, surroundings_.files.allocated, surroundings_.files.actuated, surroundings_.node,
                   [this](const memory::Text& uid) { return pods_.find(uid); },
                   [this](const api::Pod& pod) { return admission_of(pod); }, preemption_,
                   [this] { return sources_seen_.all(); },
                   [this](const api::PodPtr& pod) {
                     workers_.update_pod({.type = UpdateType::sync, .pod = pod}, {SyncCause::Kind::resized});
                   },
                   [this](const memory::Text& uid) { allocations_.changed(uid); }}},
      statuses_{{process_, surroundings_.timing, api_, *this, behaviour_, pods_, tickers_.status,
                 api_rate(options_.config, behaviour_), options_.explain_since, idle_work_,
                 [this] { return api_source_.is_watching() && !loop_.is_behind(); }}},
      prober_{{environment_, statuses_, started_at_, idle_work_}},
      lifecycle_{{environment_,
                  options_,
                  [this](const api::PodPtr& pod) { return pods_.find(pod->metadata.uid) == pod; },
                  prober_,
                  statuses_,
                  deadlines_,
                  workers_,
                  [this](const memory::Text& uid) { return lost_.contains(uid); },
                  [this](const api::Pod& pod) { return api_.reconcile(pod); },
                  started_at_,
                  [this](const api::Pod& pod) { return termination_->holds_back(pod); },
                  [this](const api::PodPtr& pod) { dispatch(UpdateType::update, pod, {SyncCause::Kind::goes_on}); },
                  [this](runtime::PodStatusPtr observed) { return watch_leftovers(std::move(observed)); },
                  [this] { return runtime_state_.network_problem(); },
                  surroundings_.api_server.config_objects(),
                  allocation_,
                  surroundings_.node.app_armor,
                  surroundings_.files,
                  [this](const memory::Text& uid) { pleg_->reinspect(uid); },
                  [this](const memory::Text& uid, runtime::PodStatusPtr status) {
                    if (status) cache_.set(uid, {std::move(status), {}}, process_.now());
                  },
                  [this] { return loop_.last_housekeeping_tick(); },
                  surroundings_.volume_plugins,
                  [this](const std::string& volume) {
                    return api_.is_reachable() && surroundings_.api_server.volumes_attached().contains(volume);
                  },
                  [this] { return api_.is_reachable(); }}},
      workers_{process_,
               lifecycle_,
               cache_,
               queue_,
               surroundings_.timing,
               surroundings_.recorder,
               worker_rules(options_, behaviour_, idle_work_, tickers_.sync)},
      pleg_{surroundings_.make_pleg(process_, cache_, behaviour_, setup_)},
      runtime_state_{process_, surroundings_.runtime, surroundings_.changes, behaviour_, tickers_.runtime_check},
      loop_{process_, *this, *pleg_, runtime_state_, surroundings_.timing, surroundings_.recorder, tickers_},
      runtime_cache_{process_, surroundings_.runtime, surroundings_.timing},
      termination_{make_termination()},
      container_gc_{environment_, *termination_, surroundings_.files.logs, [this] { return sources_seen_.all(); }},
      image_gc_{environment_, options_.config.image_gc, started_at_},
      shutdown_{{process_, behaviour_, surroundings_.node, workers_, events_, surroundings_.recorder,
                 [this] { return active_pods(); }, [this](const memory::Text& uid) { return wait_for_unmount(uid); },
                 on_node_news(&NodeStatusManager::report_now)},
                options_.config.shutdown},
      eviction_{{process_, behaviour_, surroundings_.node, surroundings_.runtime, workers_, events_,
                 surroundings_.recorder, *this, idle_work_},
                options_.config.eviction},
      node_status_{make_node_status()} {}

sim::Task<> Kubelet::wait_for_unmount(memory::Text uid) {
  static_cast<void>(co_await lifecycle_.volumes().wait_for_unmount(uid));
}

void Kubelet::on_status_reported(const memory::Text& uid) {
  // Workers with stages know when a pod has ended.
  if (behaviour_.pod_workers_have_stages) return;
  VolumeManager& volumes = lifecycle_.volumes();
  if (volumes.has_mounted(uid) && termination_->is_termination_requested(uid)) volumes.unmount(uid);
}

void Kubelet::start() {
  surroundings_.files.mounts.boot(surroundings_.node.boot_id);
  if (setup_) {
    surroundings_.recorder.record(
        "", trace::KubeletProcess{.what = "start", .version = release::to_string(options_.version)});
  }
  connect();
  pleg_->start();
  loop_.start(setup_);
  if (!options_.skip_idle_work) do_idle_work();
  loop_.want_housekeeping();
  want_container_gc();
  if (image_gc_.is_needed() || surroundings_.runtime.node_usage()) sim::spawn(process_, image_gc_.look_around());
  want_image_gc();
  eviction_.start(setup_.value_or(sim::Duration{}));
  if (node_status_) node_status_->start(setup_);
  files_.start([this](const std::vector<api::PodPtr>& pods) { hear_files(pods); });
  if (!setup_) return start_api_source();
  if (surroundings_.node.boot_id != surroundings_.api_server.boot_id()) sim::spawn(process_, report_boot());
  process_.after(*setup_, [this] { sim::spawn(process_, collect_garbage()); });
  process_.after(*setup_ + wait_for_informer(), [this] { start_api_source(); });
}

void Kubelet::start_api_source() {
  api_source_.start([this](PodUpdates updates) { loop_.push(std::move(updates)); }, [this] { statuses_.want_sync(); });
}

sim::Duration Kubelet::wait_for_informer() {
  const bool late = behaviour_.node_informer_syncs_late != start_up_.draw(timing::informer_is_an_exception);
  if (late) return timing::informer_poll;
  return {};
}

void Kubelet::connect() {
  queue_.on_enqueue([this](sim::Time ready) { loop_.want_sync_tick(ready); });
  deadlines_.on_deadline([this](sim::Time deadline) { loop_.want_sync_tick(deadline); });
  workers_.notify(*this);
  statuses_.notify(*this);
  loop_.on_backlog([this] { statuses_.want_sync(); });
  runtime_state_.on_problem([this] { loop_.want_sync_tick(process_.now()); });
  runtime_state_.add_health_check("PLEG", [this] { return pleg_->health_problem(); });
  surroundings_.changes.on_observable_change([this](const memory::Text& pod_uid) {
    if (process_.alive()) runtime_changed(pod_uid);
  });
  if (!surroundings_.changes.relist_is_instant()) runtime_changed({});
  declare_inputs();
  connect_prober();
}

void Kubelet::on_relist_requested(const memory::Text& uid) {
  pleg_->request_relist(uid);
}

void Kubelet::on_worker_finished() {
  loop_.want_housekeeping();
  want_container_gc();
}

void Kubelet::on_pod_stopped() {
  if (behaviour_.resize_waits_until_pods_stop) allocation_.retry_soon();
}

void Kubelet::connect_prober() {
  using decide::ProbeResult;
  prober_.liveness_results().on_update([this](const memory::Text& uid, std::string_view id, ProbeResult result) {
    if (result != ProbeResult::failure) return;
    loop_.push(ProbeUpdate{std::string{uid}, {}, {ProbeType::liveness, std::string{id}, result}});
  });
  prober_.readiness_results().on_update([this](const memory::Text& uid, std::string_view id, ProbeResult result) {
    ProbeUpdate update{std::string{uid}, {}, {ProbeType::readiness, std::string{id}, result}};
    update.apply = [this, pod = std::string{uid}, container = std::string{id}, result] {
      statuses_.set_container_readiness(pod, container, result == ProbeResult::success);
    };
    take_probe_result(std::move(update));
  });
  prober_.startup_results().on_update([this](const memory::Text& uid, std::string_view id, ProbeResult result) {
    ProbeUpdate update{std::string{uid}, {}, {ProbeType::startup, std::string{id}, result}};
    update.apply = [this, pod = std::string{uid}, container = std::string{id}, result] {
      statuses_.set_container_startup(pod, container, result == ProbeResult::success);
    };
    take_probe_result(std::move(update));
  });
}

void Kubelet::take_probe_result(ProbeUpdate update) {
  if (behaviour_.probe_results_sync_pods) return loop_.push(std::move(update));
  process_.post(std::move(update.apply));
}

std::unique_ptr<PodTermination> Kubelet::make_termination() {
  std::function<bool()> sources_are_ready = [this] { return sources_seen_.all(); };
  if (behaviour_.pod_workers_have_stages) {
    return std::make_unique<WorkerTermination>(WorkerTermination::Dependencies{
        environment_, pods_, statuses_, workers_, runtime_cache_, std::move(sources_are_ready)});
  }
  return std::make_unique<KillerTermination>(KillerTermination::Dependencies{
      environment_, pods_, cache_, statuses_, prober_, workers_, lifecycle_, runtime_cache_,
      std::move(sources_are_ready), [this] { return watch_leftovers(nullptr); }});
}

bool Kubelet::could_have_running_containers(const memory::Text& uid) const {
  return termination_->could_have_running_containers(uid);
}

bool Kubelet::resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const {
  return termination_->resources_are_reclaimed(pod, status) && !lifecycle_.volumes().has_mounted(pod.metadata.uid);
}

void Kubelet::stop(std::string_view signal) {
  surroundings_.recorder.record("", trace::KubeletProcess{.what = "stop", .signal = std::string{signal}});
  if (node_status_) node_status_->stop();
  api_source_.stop();
  files_.stop();
  process_.end();
}

void Kubelet::hear_files(const std::vector<api::PodPtr>& pods) {
  auto updates = file_config_.replace(pods);
  // Without news the loop has nothing to do but to know that the folder was read.
  if (updates.empty()) return see_source(PodSource::file);
  loop_.push({PodSource::file, std::move(updates)});
}

void Kubelet::runtime_changed(const memory::Text& pod_uid) {
  runtime_changes_.changed(pod_uid);
  want_container_gc();
  want_image_gc();
  if (!behaviour_.housekeeping_uses_runtime_cache && termination_->is_orphan(pod_uid)) loop_.want_housekeeping();
  if (surroundings_.changes.relist_is_instant()) return;
  runtime_state_.suspect();
  if (node_status_) node_status_->look_again();
  loop_.want_housekeeping();
}

void Kubelet::handle_pod_update(const api::PodPtr& pod) {
  pods_.set(pod);
  if (pod->is_mirror()) {
    const bool is_noticed = !pod->metadata.deletion_timestamp || !behaviour_.mirror_deletion_goes_unnoticed;
    if (is_noticed) return handle_mirror_pod(*pod, UpdateType::update);
    if (const api::PodPtr owner = pods_.static_pod_of(*pod)) mirror_pods_.changed(owner->metadata.uid);
    return;
  }
  if (allocation_.update(pod)) {
    unfinished_ = resize(pod);
  } else {
    tell_worker(pod);
  }
}

sim::Task<> Kubelet::resize(api::PodPtr pod) {
  co_await allocation_.retry(pod->metadata.uid);
  tell_worker(pod);
}

void Kubelet::tell_worker(const api::PodPtr& pod) {
  const bool is_deleted = pod->metadata.deletion_timestamp.has_value();
  dispatch(UpdateType::update, pod, {is_deleted ? SyncCause::Kind::deleted : SyncCause::Kind::updated});
  if (is_deleted) note_deletion();
}

void Kubelet::note_deletion() {
  watch_for_orphans();
  // One that has ended already needs nothing more.
  statuses_.want_sync();
  want_container_gc();
}

void Kubelet::dispatch(UpdateType type, const api::PodPtr& pod, SyncCause cause) {
  if (termination_->needs_work(pod)) workers_.update_pod({.type = type, .pod = pod}, std::move(cause));
}

void Kubelet::watch_for_orphans() {
  if (behaviour_.housekeeping_uses_runtime_cache) sim::spawn(process_, watch_leftovers(nullptr));
}

sim::Task<> Kubelet::watch_leftovers(runtime::PodStatusPtr ended) {
  co_await runtime_cache_.catch_up(loop_.last_housekeeping_tick(), std::move(ended));
  loop_.want_housekeeping();
}

void Kubelet::handle_mirror_pod(const api::Pod& mirror, UpdateType type) {
  if (const api::PodPtr pod = pods_.static_pod_of(mirror)) {
    mirror_pods_.changed(pod->metadata.uid);
    dispatch(type, pod, {SyncCause::Kind::mirror_changed});
  } else {
    loop_.want_housekeeping();
  }
}

void Kubelet::handle_pod_removal(const api::PodPtr& pod) {
  pods_.remove(*pod);
  if (pod->is_mirror()) return handle_mirror_pod(*pod, UpdateType::mirror_removed);
  deadlines_.remove(pod->metadata.uid);
  termination_->remove(pod);
  // Nobody knows any more by which mirror pod it was told of.
  if (pod->is_static()) statuses_.want_sync();
  if (pod->is_static() && sources_seen_.all()) watch_for_orphans();
  surroundings_.files.actuated.forget(pod->metadata.uid);
  loop_.want_housekeeping();
  want_container_gc();
  if (allocation_.remove(pod->metadata.uid)) unfinished_ = allocation_.retry();
}

void Kubelet::handle_pod_reconcile(const api::PodPtr& pod) {
  pods_.set(pod);
  // Somebody else may have written it.
  statuses_.want_sync();
  if (!pod->is_mirror() && statuses_.needs_readiness_reconciliation(*pod))
    sync(pod->metadata.uid, {SyncCause::Kind::reconciled});
}

void Kubelet::see_source(PodSource source) {
  const auto index = static_cast<std::size_t>(source);
  if (sources_seen_.test(index)) return;
  sources_seen_.set(index);
  loop_.want_housekeeping();
}

void Kubelet::handle_lifecycle_event(const lifecycle::PodLifecycleEvent& event) {
  const api::PodPtr pod = pods_.find(event.pod_uid);
  if (event.type != lifecycle::EventType::container_removed && pod) {
    tell(*pod, "PLEG");
    dispatch(UpdateType::sync, pod, {SyncCause::Kind::pleg_event, event});
  }
  if (event.type == lifecycle::EventType::container_died) clean_up_containers(event.pod_uid, event.id);
  const bool sandbox_may_go = event.type == lifecycle::EventType::container_removed;
  if (sandbox_may_go && behaviour_.deletion_waits_for_sandboxes) clean_up_sandboxes(event.pod_uid);
}

void Kubelet::tell(const api::Pod& pod, std::string_view what) {
  trace::Recorder& recorder = surroundings_.recorder;
  if (recorder.wants<trace::Loop>()) recorder.record(api::full_name(pod), trace::Loop{std::string{what}});
}

void Kubelet::handle_probe_update(const ProbeUpdate& update) {
  if (update.apply) update.apply();
  const api::PodPtr pod = pods_.find(update.pod_uid);
  if (!pod) return;
  tell(*pod, "PROBE");
  dispatch(UpdateType::sync, pod, {SyncCause::Kind::probe_result, update.change});
}

void Kubelet::sync(const memory::Text& uid, SyncCause cause) {
  if (const api::PodPtr pod = pods_.find(uid)) dispatch(UpdateType::sync, pod, std::move(cause));
}

}  // namespace podreel::kubelet
