#include "engine/kubelet/kubelet.hpp"

#include <fmt/format.h>
#include <utility>
#include <vector>

#include "engine/invariant.hpp"
#include "engine/kubelet/node_status/node_reboot.hpp"
#include "engine/kubelet/request_rates.hpp"
#include "engine/kubelet/termination/killer_termination.hpp"
#include "engine/kubelet/termination/worker_termination.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

/// Treatment of work that would find nothing to do.
sim::IdleWork idle_work_of(const KubeletOptions& options, const runtime::ChangeFeed& changes) {
  if (options.skip_idle_work) return sim::IdleWork::skipped;
  return changes.is_silent() ? sim::IdleWork::executed : sim::IdleWork::checked;
}

WorkerRules worker_rules(const KubeletOptions& options, const release::Behaviour& behaviour, sim::IdleWork idle_work,
                         const Ticker& sync) {
  WorkerRules rules;
  rules.resync = options.config.sync_frequency;
  rules.takes_updates_at_once = behaviour.has(release::workers_take_updates_at_once);
  rules.have_stages = behaviour.has(release::pod_workers_have_stages);
  rules.finished_pods_have_terminated = behaviour.has(release::finished_pods_terminated_at_start);
  rules.sync_finished_pods = behaviour.has(release::finished_pods_synced_at_start);
  rules.static_pods_are_serialized = behaviour.has(release::static_pods_wait_for_their_name);
  rules.unstarted_pods_give_way = behaviour.has(release::unstarted_static_pods_give_way);
  rules.reused_uids_start_again = behaviour.has(release::reused_uids_start_again);
  rules.pods_synced = options.up_since > sim::Duration{};
  rules.zero_grace_counts = behaviour.has(release::zero_grace_counts);
  rules.runtime_pods_are_forgotten = behaviour.has(release::runtime_pods_are_forgotten);
  rules.orphans_terminate = behaviour.has(release::orphaned_workers_terminate);
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

Kubelet::Kubelet(Dependencies dependencies, KubeletOptions options)
    : deps_{std::move(dependencies)},
      options_{std::move(options)},
      behaviour_{with_overrides(release::behaviour_of(options_.version, options_.feature_gates), options_.overrides)},
      process_{deps_.scheduler},
      idle_work_{idle_work_of(options_, deps_.changes)},
      started_at_{process_.now() - options_.up_since},
      start_up_{deps_.timing.stream(timing::Site::start_up)},
      setup_{draw_setup(options_, start_up_)},
      tickers_{setup_ ? tickers_since(started_at_ + *setup_, deps_.timing)
                      : tickers_of_old_kubelet(process_.now(), deps_.timing)},

      loop_{process_, deps_.timing, deps_.recorder, tickers_},
      api_source_{process_, deps_.api_server, deps_.timing, loop_},
      file_source_{process_, deps_.timing, deps_.static_pods, options_.read_static_pod, deps_.recorder, loop_},
      mirror_client_{process_, deps_.timing, deps_.api_server, pods_},
      node_lister_{process_, deps_.timing, deps_.api_server},
      services_{process_, deps_.timing, deps_.api_server, "services"},

      events_{process_,
              deps_.timing,
              deps_.recorder,
              [this] { return deps_.api_server.is_reachable(); },
              {.rate = event_rate(options_.config, behaviour_), .spam_filter = sync::spam_filter_of(behaviour_)}},
      environment_{process_, deps_.timing, deps_.runtime, behaviour_, events_, deps_.recorder},
      cache_{process_},
      pleg_{deps_.make_pleg(process_, cache_, behaviour_, setup_)},
      runtime_state_{process_, deps_.runtime, deps_.changes, behaviour_, *pleg_, loop_, tickers_.runtime_check},
      runtime_cache_{process_, deps_.runtime, deps_.timing},

      termination_{make_termination()},
      statuses_{{process_, deps_.timing, mirror_client_, *this, behaviour_, pods_, tickers_.status,
                 api_rate(options_.config, behaviour_), options_.explain_since, idle_work_,
                 [this] { return api_source_.is_watching() && !loop_.is_behind(); }}},
      prober_{{environment_, statuses_, started_at_, idle_work_}},
      volumes_{
          {environment_, deps_.api_server.config_objects(), deps_.volume_plugins, deps_.files.mounts, deps_.api_server},
          *this},
      log_manager_{environment_, deps_.files.logs},
      log_rotation_{process_, deps_.changes, behaviour_, log_manager_, tickers_.log_rotation},
      deadlines_{loop_},

      active_pods_{pods_, *termination_, allocation_},
      active_requests_{deps_.node, requests_, active_pods_},
      node_admission_{{options_, behaviour_, deps_.node, requests_, active_pods_, active_requests_, idle_work_}},
      preemption_{process_, events_, workers_},
      allocation_{{environment_, deps_.files.allocated, deps_.files.actuated, deps_.node, pods_, node_admission_,
                   preemption_, sources_, *this}},

      dispatcher_{pods_, *termination_, workers_},
      lifecycle_{{environment_,
                  options_,
                  deps_.node,
                  node_lister_,
                  services_,
                  deps_.files,
                  deps_.api_server.config_objects(),
                  pods_,
                  cache_,
                  workers_,
                  *termination_,
                  dispatcher_,
                  housekeeping_,
                  mirror_client_,
                  statuses_,
                  prober_,
                  allocation_,
                  volumes_,
                  log_manager_,
                  deadlines_,
                  runtime_state_,
                  *pleg_,
                  loop_,
                  started_at_}},
      workers_{process_,
               lifecycle_,
               cache_,
               queue_,
               deps_.timing,
               deps_.recorder,
               worker_rules(options_, behaviour_, idle_work_, tickers_.sync)},

      garbage_collection_{{environment_, deps_.changes, cache_, *termination_, sources_, log_manager_,
                           deps_.files.pull_records, tickers_, options_.config.image_gc, started_at_}},
      housekeeping_{{process_, behaviour_, deps_.changes, sources_, pods_, workers_, *termination_, lifecycle_, prober_,
                     statuses_, mirror_client_, runtime_cache_, garbage_collection_, deps_.files.cgroups, volumes_,
                     loop_}},
      node_status_{make_node_status()},
      shutdown_{{process_, behaviour_, deps_.node, workers_, events_, deps_.recorder, active_pods_, volumes_,
                 node_status_.get()},
                options_.config.shutdown},
      eviction_{{process_, behaviour_, deps_.node, deps_.runtime, workers_, events_, deps_.recorder, *this, idle_work_},
                options_.config.eviction},

      admission_{{behaviour_, events_, deps_.node, node_lister_, node_admission_, allocation_, preemption_, eviction_,
                  shutdown_, statuses_, prober_, dispatcher_, housekeeping_, loop_, started_at_}},
      handlers_{{process_, behaviour_, deps_.recorder, deps_.changes, sources_, pods_, admission_, dispatcher_,
                 *termination_, workers_, queue_, deadlines_, statuses_, garbage_collection_, housekeeping_, loop_,
                 deps_.files}} {}

std::unique_ptr<PodTermination> Kubelet::make_termination() {
  if (behaviour_.has(release::pod_workers_have_stages)) {
    return std::make_unique<WorkerTermination>(
        WorkerTermination::Dependencies{environment_, pods_, statuses_, workers_, runtime_cache_, sources_});
  }
  return std::make_unique<KillerTermination>(KillerTermination::Dependencies{environment_, pods_, cache_, statuses_,
                                                                             prober_, workers_, lifecycle_, volumes_,
                                                                             runtime_cache_, sources_, housekeeping_});
}

std::unique_ptr<NodeStatusManager> Kubelet::make_node_status() {
  if (!options_.reports_node_status) return nullptr;
  return std::make_unique<NodeStatusManager>(
      NodeStatusManager::Dependencies{process_, deps_.timing, behaviour_, deps_.runtime, deps_.api_server, events_,
                                      deps_.recorder, deps_.node.name, node_lister_, runtime_state_, eviction_,
                                      shutdown_, deps_.changes, options_.skip_idle_work},
      options_.config);
}

void Kubelet::start() {
  PODREEL_INVARIANT(process_.alive(), "a kubelet that has been stopped is not started again");
  deps_.files.mounts.boot(deps_.node.boot_id);
  if (setup_) {
    deps_.recorder.record("", trace::KubeletProcess{.what = "start", .version = release::to_string(options_.version)});
  }
  queue_.on_enqueue([this](sim::Time ready) { loop_.schedule_sync_tick(ready); });
  workers_.notify(*this);
  statuses_.notify(*this);
  connect_runtime();
  declare_inputs();
  connect_probes();
  pleg_->start();
  loop_.start(handlers_, *pleg_, runtime_state_, setup_);
  if (!options_.skip_idle_work) do_idle_work();
  loop_.schedule_housekeeping();
  garbage_collection_.start();
  if (setup_) {
    process_.after(*setup_, [this] { start_informers(); });
  } else if (deps_.api_server.is_reachable()) {
    start_informers();
  }
  eviction_.start(setup_.value_or(sim::Duration{}));
  if (node_status_) node_status_->start(setup_);
  file_source_.start();
  if (!setup_) return api_source_.start();
  if (deps_.node.boot_id != deps_.api_server.boot_id()) {
    sim::spawn(process_, report_reboot(process_, *setup_, deps_.api_server, deps_.node, events_));
  }
  process_.after(*setup_, [this] { sim::spawn(process_, garbage_collection_.collect_containers()); });
  process_.after(*setup_ + wait_for_informer(), [this] { watch_pods(); });
}

void Kubelet::start_informers() {
  node_lister_.informer().start();
  services_.start(behaviour_.has(release::headless_services_are_not_listed) ? "spec.clusterIP" : "");
}

void Kubelet::watch_pods() {
  if (node_lister_.is_known() || !behaviour_.has(release::pods_wait_for_node)) return api_source_.start();
  node_lister_.informer().on_sync([this, polls = Ticker{process_.now(), timing::informer_poll}] {
    process_.at(polls.at_or_after(process_.now()), [this] { api_source_.start(); });
  });
}

sim::Duration Kubelet::wait_for_informer() {
  const bool late =
      behaviour_.has(release::node_informer_syncs_late) != start_up_.draw(timing::informer_is_an_exception);
  if (late) return timing::informer_poll;
  return {};
}

void Kubelet::stop(std::string_view signal) {
  deps_.recorder.record("", trace::KubeletProcess{.what = "stop", .signal = std::string{signal}});
  if (node_status_) node_status_->stop();
  api_source_.stop();
  file_source_.stop();
  process_.end();
}

void Kubelet::connect_runtime() {
  deps_.changes.on_observable_change([this](const memory::Text& pod_uid) {
    if (process_.alive()) on_runtime_change(pod_uid);
  });
  if (!deps_.changes.relist_is_instant()) on_runtime_change({});
}

void Kubelet::on_runtime_change(const memory::Text& pod_uid) {
  runtime_changes_.changed(pod_uid);
  garbage_collection_.schedule_container_gc();
  garbage_collection_.schedule_image_gc();
  if (!behaviour_.has(release::housekeeping_uses_runtime_cache) && termination_->is_orphan(pod_uid))
    loop_.schedule_housekeeping();
  if (deps_.changes.relist_is_instant()) return;
  runtime_state_.suspect();
  log_rotation_.suspect();
  if (node_status_) node_status_->recheck();
  loop_.schedule_housekeeping();
}

void Kubelet::on_relist_requested(const memory::Text& uid) {
  pleg_->request_relist(uid);
}

void Kubelet::on_worker_finished() {
  loop_.schedule_housekeeping();
  garbage_collection_.schedule_container_gc();
}

void Kubelet::on_forgotten_sync_ended() {
  if (process_.alive()) housekeeping_.watch_for_orphans();
}

void Kubelet::on_status_reported(const memory::Text& uid) {
  // Workers with stages know when a pod has ended.
  if (behaviour_.has(release::pod_workers_have_stages) || !volumes_.has_mounted(uid)) return;
  if (termination_->is_termination_requested(uid)) volumes_.unmount(uid);
}

bool Kubelet::report_pressure() {
  if (node_status_) node_status_->recheck();
  return options_.reports_node_status;
}

void Kubelet::connect_probes() {
  const auto connect = [this](ProbeType type, ProbeResultManager& results) {
    results.on_update([this, type](std::string_view uid, std::string_view id, decide::ProbeResult result) {
      handlers_.on_probe_result({std::string{uid}, {type, std::string{id}, result}});
    });
  };
  connect(ProbeType::liveness, prober_.liveness_results());
  connect(ProbeType::readiness, prober_.readiness_results());
  connect(ProbeType::startup, prober_.startup_results());
}

bool Kubelet::could_have_running_containers(const memory::Text& uid) const {
  return termination_->could_have_running_containers(uid);
}

bool Kubelet::resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const {
  return termination_->resources_are_reclaimed(pod, status) && !volumes_.has_mounted(pod.metadata.uid);
}

bool Kubelet::is_cleaned_up(const api::Pod& pod) const {
  const api::PodStatus* status = statuses_.status_of(pod.metadata.uid);
  return termination_->resources_are_reclaimed(pod, status == nullptr ? pod.status : *status);
}

void Kubelet::trigger_pod_sync(const api::PodPtr& pod) {
  workers_.update_pod({.type = UpdateType::sync, .pod = pod, .mirror = pods_.known_mirror_of(*pod)},
                      {SyncCause::Kind::resized});
}

void Kubelet::relieve_disk_pressure() {
  if (!process_.alive()) return;
  deps_.recorder.record("",
                        trace::Node{.what = "Eviction manager: attempting to reclaim", .message = "ephemeral-storage"});
  sim::spawn(process_, garbage_collection_.delete_unused_containers());
}

void Kubelet::connection_changed() {
  if (node_status_ && process_.alive()) node_status_->connection_changed();
}

void Kubelet::on_system_oom(std::string_view process, std::int32_t pid) {
  if (!process_.alive() || !behaviour_.has(release::system_oom_is_reported)) return;
  events_.record_of_node(sync::EventType::warning, sync::event_reason::system_oom,
                         fmt::format("System OOM encountered, victim process: {}, pid: {}", process, pid));
}

void Kubelet::list_pods() {
  if (!behaviour_.has(release::pod_list_changes_statuses)) return;
  for (const memory::Text& uid : std::vector<memory::Text>{pods_.uids()}) {
    const api::PodPtr pod = pods_.find(uid);
    const api::PodStatus* status = statuses_.status_of(uid);
    if (pod->is_static() || status == nullptr) continue;
    api::Pod changed = *pod;
    changed.status = *status;
    pods_.set(std::make_shared<const api::Pod>(std::move(changed)));
  }
}

}  // namespace podreel::kubelet
