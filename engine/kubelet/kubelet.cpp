#include "engine/kubelet/kubelet.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/kubelet/gc/dead_containers.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

// An orphan's containers are given a second (HandlePodCleanups).
constexpr std::int64_t orphan_grace_period_seconds = 1;

constexpr std::size_t dead_containers_kept = 1;

WorkerRules worker_rules(const KubeletOptions& options, const release::Behaviour& behaviour) {
  WorkerRules rules;
  rules.resync = options.config.sync_frequency;
  rules.takes_updates_at_once = behaviour.workers_take_updates_at_once;
  rules.static_pods_take_turns = behaviour.static_pods_wait_for_their_name;
  rules.pods_synced = options.up_since > sim::Duration{};
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
      behaviour_{release::behaviour_of(options_.version, options_.feature_gates)},
      process_{surroundings_.scheduler},
      started_at_{process_.now() - options_.up_since},
      start_up_{surroundings_.timing.stream(timing::Site::start_up)},
      setup_{draw_setup(options_, start_up_)},
      tickers_{setup_ ? tickers_since(started_at_ + *setup_, surroundings_.timing)
                      : tickers_of_old_kubelet(process_.now(), surroundings_.timing)},
      api_{surroundings_.api_server, pods_},
      api_source_{process_, surroundings_.api_server, surroundings_.timing},
      files_{process_, surroundings_.timing, surroundings_.static_pods, options_.read_static_pod,
             surroundings_.recorder},
      cache_{process_},
      events_{process_, surroundings_.timing, surroundings_.recorder, [this] { return api_.is_reachable(); }},
      environment_{process_, surroundings_.timing, surroundings_.runtime, behaviour_, events_, surroundings_.recorder},
      statuses_{{process_, surroundings_.timing, api_, *this, behaviour_,
                 [this](const api::Text& uid) { return pods_.find(uid); }, tickers_.status}},
      prober_{{environment_, [this](const api::Text& uid) { return statuses_.status_of(uid); }, started_at_}},
      lifecycle_{{environment_, options_, prober_, statuses_, deadlines_, surroundings_.pull_intents, workers_,
                  [this](const api::Text& uid) { return lost_.contains(uid); },
                  [this](const api::Pod& pod) { return api_.reconcile(pod); }, started_at_,
                  [this](const api::PodPtr& pod) { workers_.update_pod({.type = UpdateType::update, .pod = pod}); }}},
      workers_{process_,
               lifecycle_,
               cache_,
               queue_,
               surroundings_.timing,
               surroundings_.recorder,
               worker_rules(options_, behaviour_)},
      pleg_{surroundings_.make_pleg(process_, cache_, behaviour_, setup_)},
      runtime_state_{process_, surroundings_.runtime, surroundings_.changes, tickers_.runtime_check},
      loop_{process_, *this, *pleg_, runtime_state_, surroundings_.timing, surroundings_.recorder, tickers_},
      runtime_cache_{process_, surroundings_.runtime, surroundings_.timing},
      container_gc_{environment_, workers_},
      image_gc_{environment_, options_.config.image_gc, started_at_} {}

void Kubelet::start() {
  if (setup_) {
    surroundings_.recorder.record(
        "", trace::KubeletProcess{.what = "start", .version = release::to_string(options_.version)});
  }
  connect();
  pleg_->start();
  loop_.start(setup_);
  loop_.want_housekeeping();
  if (image_gc_.is_needed()) {
    sim::spawn(process_, image_gc_.look_around());
    want_image_gc();
  }
  files_.start([this](const std::vector<api::PodPtr>& pods) { hear_files(pods); });
  if (!setup_) return start_api_source();
  process_.after(*setup_ + wait_for_informer(), [this] { start_api_source(); });
}

void Kubelet::start_api_source() {
  api_source_.start([this](PodUpdates updates) { loop_.push(std::move(updates)); });
}

sim::Duration Kubelet::wait_for_informer() {
  const bool late = behaviour_.node_informer_syncs_late != start_up_.draw(timing::informer_is_an_exception);
  if (late) return timing::informer_poll;
  return {};
}

void Kubelet::connect() {
  queue_.on_enqueue([this](sim::Time ready) { loop_.want_sync_tick(ready); });
  deadlines_.on_deadline([this](sim::Time deadline) { loop_.want_sync_tick(deadline); });
  workers_.on_relist_wanted([this](const api::Text& uid) { pleg_->request_relist(uid); });
  workers_.on_finished([this] {
    loop_.want_housekeeping();
    want_container_gc();
  });
  runtime_state_.add_health_check("PLEG", [this] { return pleg_->health_problem(); });
  surroundings_.changes.on_observable_change([this] {
    if (process_.alive()) runtime_changed();
  });
  if (surroundings_.changes.is_silent()) runtime_changed();
  connect_prober();
}

void Kubelet::connect_prober() {
  using decide::ProbeResult;
  prober_.liveness_results().on_update([this](const api::Text& uid, std::string_view, ProbeResult result) {
    if (result == ProbeResult::failure) loop_.push(ProbeUpdate{std::string{uid}, {}});
  });
  prober_.readiness_results().on_update([this](const api::Text& uid, std::string_view id, ProbeResult result) {
    loop_.push(ProbeUpdate{std::string{uid}, [this, pod = std::string{uid}, container = std::string{id}, result] {
                             statuses_.set_container_readiness(pod, container, result == ProbeResult::success);
                           }});
  });
  prober_.startup_results().on_update([this](const api::Text& uid, std::string_view id, ProbeResult result) {
    loop_.push(ProbeUpdate{std::string{uid}, [this, pod = std::string{uid}, container = std::string{id}, result] {
                             statuses_.set_container_startup(pod, container, result == ProbeResult::success);
                           }});
  });
}

bool Kubelet::could_have_running_containers(const api::Text& uid) const {
  return workers_.could_have_running_containers(uid);
}

bool Kubelet::resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& /*status*/) const {
  const api::Text& uid = pod.metadata.uid;
  if (workers_.could_have_running_containers(uid)) return false;
  return !behaviour_.removal_waits_for_containers || cache_.get(uid).status->containers.empty();
}

void Kubelet::stop(std::string_view signal) {
  surroundings_.recorder.record("", trace::KubeletProcess{.what = "stop", .signal = std::string{signal}});
  api_source_.stop();
  files_.stop();
  process_.end();
}

void Kubelet::hear_files(const std::vector<api::PodPtr>& pods) {
  std::vector<PodUpdate> updates = file_config_.replace(pods);
  // Without news the loop has nothing to do but to know that the folder was read.
  if (updates.empty()) return see_source(PodSource::file);
  loop_.push({PodSource::file, std::move(updates)});
}

void Kubelet::runtime_changed() {
  want_container_gc();
  want_image_gc();
  if (surroundings_.changes.relist_is_instant()) return;
  runtime_state_.suspect();
  loop_.want_housekeeping();
}

void Kubelet::handle_pod_addition(const api::PodPtr& pod) {
  pods_.set(pod);
  if (pod->is_mirror()) return handle_mirror_pod(*pod);
  const bool is_over = is_terminal(pod->status.phase);
  if (!is_over && !workers_.is_termination_requested(pod->metadata.uid)) {
    const auto rejection = why_rejected(*pod, active_pods(*pod), surroundings_.node, behaviour_);
    if (rejection) return reject(pod, *rejection);
  }
  workers_.update_pod({.type = UpdateType::create, .pod = pod});
  watch_end_of(*pod);
}

std::vector<api::PodPtr> Kubelet::active_pods(const api::Pod& pod) const {
  std::vector<api::PodPtr> active;
  if (!surroundings_.node.allocatable) return active;
  for (const std::string& uid : pods_.uids()) {
    const api::PodStatus* status = statuses_.status_of(uid);
    if (uid == pod.metadata.uid.view() || !workers_.is_known(uid) || workers_.is_known_terminated(uid)) continue;
    if (status != nullptr && is_terminal(status->phase)) continue;
    active.push_back(pods_.find(uid));
  }
  return active;
}

void Kubelet::reject(const api::PodPtr& pod, const Rejection& rejection) {
  events_.record(*pod, "", sync::EventType::warning, rejection.reason, rejection.message);
  api::PodStatus status;
  status.phase = api::PodPhase::failed;
  status.reason = rejection.reason;
  status.message = (behaviour_.rejection_says_rejected ? "Pod was rejected: " : "Pod ") + rejection.message;
  statuses_.set_pod_status(pod, std::move(status));
  loop_.want_housekeeping();
}

void Kubelet::handle_pod_update(const api::PodPtr& pod) {
  pods_.set(pod);
  if (pod->is_mirror()) return handle_mirror_pod(*pod);
  workers_.update_pod({.type = UpdateType::update, .pod = pod});
  watch_end_of(*pod);
}

void Kubelet::watch_end_of(const api::Pod& pod) {
  if (!behaviour_.housekeeping_uses_runtime_cache || !pod.metadata.deletion_timestamp) return;
  sim::spawn(process_, runtime_cache_.catch_up(loop_.last_housekeeping_tick()));
  loop_.want_housekeeping();
}

void Kubelet::handle_mirror_pod(const api::Pod& mirror) {
  if (const api::PodPtr pod = pods_.static_pod_of(mirror)) {
    workers_.update_pod({.type = UpdateType::update, .pod = pod});
  } else {
    loop_.want_housekeeping();
  }
}

void Kubelet::handle_pod_removal(const api::PodPtr& pod) {
  pods_.remove(*pod);
  if (pod->is_mirror()) return handle_mirror_pod(*pod);
  deadlines_.remove(pod->metadata.uid);
  workers_.update_pod({.type = UpdateType::kill, .pod = pod});
  loop_.want_housekeeping();
  want_container_gc();
}

void Kubelet::handle_pod_reconcile(const api::PodPtr& pod) {
  pods_.set(pod);
  if (!pod->is_mirror() && statuses_.needs_readiness_reconciliation(*pod)) sync(pod->metadata.uid);
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
    workers_.update_pod({.type = UpdateType::sync, .pod = pod});
  }
  if (event.type == lifecycle::EventType::container_died) clean_up_containers(event.pod_uid, event.id);
}

void Kubelet::tell(const api::Pod& pod, std::string_view what) {
  trace::Recorder& recorder = surroundings_.recorder;
  if (recorder.enabled()) recorder.record(api::full_name(pod), trace::Loop{std::string{what}});
}

void Kubelet::handle_probe_update(const ProbeUpdate& update) {
  if (update.apply) update.apply();
  const api::PodPtr pod = pods_.find(update.pod_uid);
  if (!pod) return;
  tell(*pod, "PROBE");
  workers_.update_pod({.type = UpdateType::sync, .pod = pod});
}

bool Kubelet::resync_quiet_pods() {
  const sim::Time now = process_.now();
  const auto deadline = deadlines_.next();
  if (deadline && *deadline <= now) return false;
  for (auto first = queue_.first(); first && first->ready <= now; first = queue_.first()) {
    const api::PodPtr pod = pods_.find(first->uid);
    if (!pod || !workers_.is_quiet(*pod)) return false;
    if (options_.skip_idle_resyncs) {
      workers_.resync_quietly(*pod);
    } else {
      queue_.remove(pod->metadata.uid);
      workers_.update_pod({.type = UpdateType::sync, .pod = pod});
    }
  }
  if (const auto first = queue_.first()) loop_.want_sync_tick(first->ready);
  if (deadline) loop_.want_sync_tick(*deadline);
  return true;
}

void Kubelet::handle_sync_tick() {
  const sim::Time now = process_.now();
  std::vector<std::string> ready = queue_.take_ready(now);
  for (std::string& uid : deadlines_.passed(now)) {
    if (std::ranges::find(ready, uid) == ready.end()) ready.push_back(std::move(uid));
  }
  for (const std::string& uid : ready) sync(uid);
  if (const auto first = queue_.first()) loop_.want_sync_tick(first->ready);
  if (const auto next = deadlines_.next()) loop_.want_sync_tick(std::max(*next, now + sim::Duration{1}));
}

void Kubelet::sync(const api::Text& uid) {
  if (const api::PodPtr pod = pods_.find(uid)) workers_.update_pod({.type = UpdateType::sync, .pod = pod});
}

sim::Task<> Kubelet::handle_pod_cleanups() {
  if (!sources_seen_.all()) co_return;
  const std::vector<std::string> desired = pods_.uids();
  const std::vector<std::string> working = workers_.sync_known_pods(desired);
  prober_.clean_up_pods(desired);
  statuses_.remove_orphaned_statuses(desired);
  lifecycle_.forget_all_but(working);
  lost_.clear();
  std::ranges::set_difference(working, desired, std::inserter(lost_, lost_.end()));
  co_await kill_orphans();
  forget_mirror_pods();
  const bool watches = behaviour_.housekeeping_uses_runtime_cache && workers_.is_any_terminating();
  if (watches || !surroundings_.changes.relist_is_instant()) loop_.want_housekeeping();
}

sim::Task<Kubelet::RunningPods> Kubelet::running_pods() {
  if (behaviour_.housekeeping_uses_runtime_cache) {
    RunningPods cached = co_await runtime_cache_.get_pods();
    co_return cached;
  }
  RunningPods listed = co_await surroundings_.runtime.get_pods(process_, false);
  co_return listed;
}

sim::Task<> Kubelet::kill_orphans() {
  const auto running = co_await running_pods();
  if (!running) co_return;
  for (const runtime::RunningPod& pod : *running) {
    if (!workers_.is_known(pod.uid)) kill_orphan(pod);
  }
}

void Kubelet::kill_orphan(const runtime::RunningPod& pod) {
  std::optional<std::int64_t> grace_period;
  if (behaviour_.orphans_get_one_second) grace_period = orphan_grace_period_seconds;
  workers_.update_pod({.type = UpdateType::kill, .running_pod = pod, .grace_period_override = grace_period});
}

void Kubelet::forget_mirror_pods() {
  api_.delete_orphans([this](std::string_view name) {
    return behaviour_.static_pods_wait_for_their_name && workers_.is_terminating(name);
  });
}

void Kubelet::clean_up_containers(const api::Text& uid, std::string_view exited_container) {
  const runtime::PodStatusPtr status = cache_.get(uid).status;
  const bool all = workers_.should_content_be_removed(uid);
  std::string name;
  if (!all) {
    const auto exited = std::ranges::find(status->containers, exited_container, &runtime::ContainerStatus::id);
    if (exited == status->containers.end()) return;
    name = exited->name;
  }
  std::vector<api::Text> ids = dead_containers(*status, name, all ? 0 : dead_containers_kept);
  if (!ids.empty()) sim::spawn(process_, remove_containers(std::move(ids)));
}

sim::Task<> Kubelet::remove_containers(std::vector<api::Text> ids) {
  for (const api::Text& id : ids) co_await surroundings_.runtime.remove_container(process_, id);
}

void Kubelet::want_container_gc() {
  if (std::exchange(gc_scheduled_, true)) return;
  process_.at(tickers_.container_gc.after(process_.now()), [this] { sim::spawn(process_, collect_garbage()); });
}

sim::Task<> Kubelet::collect_garbage() {
  gc_scheduled_ = false;
  co_await container_gc_.collect();
  if (surroundings_.changes.is_silent()) want_container_gc();
}

void Kubelet::want_image_gc() {
  if (!image_gc_.is_needed() || std::exchange(image_gc_scheduled_, true)) return;
  process_.at(tickers_.image_gc.after(process_.now()), [this] { sim::spawn(process_, collect_images()); });
}

sim::Task<> Kubelet::collect_images() {
  image_gc_scheduled_ = false;
  const bool is_awaited = co_await image_gc_.collect(tickers_.image_gc.period);
  if (is_awaited || surroundings_.changes.is_silent()) want_image_gc();
}

}  // namespace podreel::kubelet
