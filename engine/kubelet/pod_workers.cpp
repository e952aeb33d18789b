#include "engine/kubelet/pod_workers.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

namespace {

using Activity = PodWorker::Activity;
using Resync = PodWorker::Resync;
using Stage = PodWorker::Stage;

/// Nothing of the pod runs any more (isPodStatusCacheTerminal).
bool is_status_terminal(const runtime::PodStatus& status) {
  const bool container_runs = std::ranges::any_of(status.containers, [](const runtime::ContainerStatus& container) {
    return container.state == runtime::ContainerState::running;
  });
  const bool sandbox_ready = std::ranges::any_of(status.sandboxes, [](const runtime::SandboxStatus& sandbox) {
    return sandbox.state == runtime::SandboxState::ready;
  });
  return !container_runs && !sandbox_ready;
}

SyncCause::Kind cause_after(const StageOutcome& outcome, bool phase_transition) noexcept {
  using Kind = SyncCause::Kind;
  if (phase_transition) return Kind::next_stage;
  if (!outcome.error) return Kind::resync;
  if (outcome.is_transient) return Kind::transient_retry;
  return outcome.back_off_ends ? Kind::back_off_end : Kind::retry;
}

}  // namespace

PodWorkers::PodWorkers(const sim::Process& process, PodSyncer& syncer, PodCache& cache, WorkQueue& queue,
                       timing::Timing& timing, trace::Recorder& recorder, WorkerRules rules)
    : IdleSleeper{"resyncs"},
      process_{process},
      syncer_{syncer},
      cache_{cache},
      queue_{queue},
      timing_{timing},
      rules_{rules},
      trace_{process, syncer, recorder, {rules.explain_since, rules.orphans_terminate, rules.sync_ticker}},
      noops_{syncer, cache} {
  depends_on({cache_.observed_statuses()});
}

const PodWorker* PodWorkers::find(const memory::Text& uid) const {
  const auto found = workers_.find(uid);
  return found == workers_.end() ? nullptr : &found->second;
}

PodWorker& PodWorkers::worker_for(const WorkerUpdate& update, const memory::Text& uid) {
  if (const auto known = workers_.find(uid); known != workers_.end()) return known->second;
  const WorkQueue::WorkerSlot place = queue_.join(uid);
  PodWorker& worker = workers_.try_emplace(uid, uid, place, timing_).first->second;
  if (by_place_.size() <= place) by_place_.resize(place + 1);
  PODREEL_INVARIANT(by_place_[place] == nullptr, "a place in the queue belongs to one worker");
  by_place_[place] = &worker;
  if (rules_.have_stages && update.pod && update.pod->is_static()) {
    static_pod_queue_.join(api::full_name(*update.pod), uid);
  }
  // A pod that had finished before this kubelet started, and of which nothing runs, needs its last stage at most.
  if (rules_.finished_pods_have_terminated && update.pod && is_terminal(update.pod->status.phase) &&
      is_status_terminal(*cache_.get(uid).status)) {
    worker.enter(rules_.sync_finished_pods ? Stage::terminated : Stage::finished);
  }
  stages_.changed(uid);
  return worker;
}

void PodWorkers::erase(memory::TextMap<PodWorker>::iterator worker) {
  PODREEL_INVARIANT(!worker->second.is_working(), "a worker that is forgotten for good does not work");
  const WorkQueue::WorkerSlot place = worker->second.place;
  queue_.leave(place);
  by_place_[place] = nullptr;
  workers_.erase(worker);
}

// Updates.

void PodWorkers::update_pod(WorkerUpdate update, SyncCause cause) {
  const memory::Text uid = update.pod ? update.pod->metadata.uid : update.running_pod->uid;
  const bool first_time = !is_known(uid);
  PodWorker& worker = worker_for(update, uid);
  worker.materialize_update();
  if (update.completed) take_kill(worker, update);
  if (!rules_.have_stages && update.kill_status) {
    worker.begin_termination().grace_period = update.grace_period_override;
  }
  if (update.running_pod) worker.begin_termination().running_pod = update.running_pod;
  worker.namespace_name = update.pod ? update.pod->metadata.namespace_name : update.running_pod->namespace_name;
  worker.pod_name = update.pod ? update.pod->metadata.name : update.running_pod->name;
  if (rules_.have_stages && !advance(worker, update, first_time)) return;
  if (trace_.explains()) trace_.add_cause(worker, update, std::move(cause));
  if (update.pod) take_allocation(update);
  worker.pending = std::make_unique<WorkerUpdate>(std::move(update));
  if (worker.is_working()) return;
  worker.activity = Activity::working;
  if (takes_update_at_once(worker)) worker.take_pending();
  sim::spawn(process_, work(worker));
}

void PodWorkers::take_allocation(WorkerUpdate& update) const {
  api::PodPtr allocated = syncer_.allocated(update.pod);
  if (allocated != update.pod) update.allocated = std::move(allocated);
}

bool PodWorkers::advance(PodWorker& worker, WorkerUpdate& update, bool first_time) const {
  const bool was_terminating = worker.is_finished() || (!first_time && worker.is_termination_requested());
  if (was_terminating && update.type == UpdateType::create && rules_.reused_uids_start_again) {
    worker.restart_requested = true;
    return false;
  }
  if (worker.is_finished()) return false;
  if (!worker.is_termination_requested() && is_termination_request(update)) {
    worker.enter(Stage::terminating);
    syncer_.cancel_context(worker.uid);
    if (worker.active) syncer_.cancel_sync(worker.uid);
    if (update.running_pod || update.pod->metadata.deletion_timestamp) worker.deleted = true;
  }
  if (worker.is_terminated() && update.running_pod) return false;
  if (worker.is_terminating()) {
    if (update.pod && update.pod->metadata.deletion_timestamp) worker.deleted = true;
    shorten_grace_period(worker, update);
  }
  return true;
}

bool PodWorkers::is_termination_request(const WorkerUpdate& update) {
  return update.running_pod || update.type == UpdateType::kill || update.pod->metadata.deletion_timestamp ||
         is_terminal(update.pod->status.phase);
}

void PodWorkers::take_kill(PodWorker& worker, WorkerUpdate& update) {
  const auto completed = std::exchange(update.completed, nullptr);
  if (update.kill_status && update.kill_status->is_eviction) worker.evicted = true;
  if (worker.is_terminated()) return completed->complete(true);
  TerminationState& termination = worker.begin_termination();
  termination.kill_status = update.kill_status;
  termination.completed = completed;
}

void PodWorkers::shorten_grace_period(PodWorker& worker, WorkerUpdate& update) const {
  std::optional<std::int64_t>& shortest = worker.begin_termination().grace_period;
  std::int64_t grace = shortest.value_or(0);
  const auto consider = [&grace](std::int64_t candidate) {
    if (grace <= 0 || candidate < grace) grace = candidate;
  };
  if (update.grace_period_override) consider(*update.grace_period_override);
  if (update.pod && update.pod->metadata.deletion_grace_period_seconds) {
    consider(*update.pod->metadata.deletion_grace_period_seconds);
  }
  const bool has_none =
      rules_.zero_grace_counts && update.pod && update.pod->metadata.deletion_grace_period_seconds == 0;
  if (grace <= 0 && update.pod && !has_none) grace = update.pod->spec->termination_grace_period_seconds;
  shortest = std::max<std::int64_t>(grace, 1);
  update.grace_period_override = shortest;
}

void PodWorkers::requeue_last_update(PodWorker& worker) const {
  if (!worker.pending) {
    worker.pending = std::make_unique<WorkerUpdate>(*worker.active);
    worker.pending->story.reset();
  }
  if (!trace_.explains()) return;
  trace_.add_cause(worker, *worker.pending, {.kind = SyncCause::Kind::next_stage, .since = process_.now()});
}

void PodWorkers::enter_terminated(PodWorker& worker) {
  PODREEL_INVARIANT(worker.is_terminating(), "a pod terminates before it has terminated");
  worker.enter(Stage::terminated);
  stages_.changed(worker.uid);
}

void PodWorkers::finish(PodWorker& worker) {
  if (!worker.is_terminated()) enter_terminated(worker);
  worker.enter(Stage::finished);
}

void PodWorkers::note_orphan(const api::PodPtr& pod) {
  const auto found = workers_.find(pod->metadata.uid);
  if (found != workers_.end()) found->second.begin_termination().orphan = pod;
}

void PodWorkers::terminate_orphan(PodWorker& worker) {
  worker.deleted = true;
  if (worker.is_working() || !worker.termination) return;
  const TerminationState& known = *worker.termination;
  if (known.orphan) {
    update_pod({.type = UpdateType::kill, .pod = known.orphan}, {SyncCause::Kind::orphaned});
  } else if (known.running_pod) {
    update_pod(
        {.type = UpdateType::kill, .running_pod = known.running_pod, .grace_period_override = known.grace_period},
        {SyncCause::Kind::orphaned});
  }
}

// Syncs.

bool PodWorkers::takes_update_at_once(PodWorker& worker) const {
  return rules_.takes_updates_at_once || worker.wake_race.draw(timing::worker_is_fast);
}

sim::Task<> PodWorkers::work(PodWorker& worker) {
  const bool is_checked = rules_.idle_work == sim::IdleWork::checked;
  PODREEL_INVARIANT(worker.is_working() && !worker.active, "one sync of a pod at a time");
  while (worker.pending || worker.taken) {
    if (!worker.taken) worker.take_pending();
    worker.active = std::move(worker.taken);
    const WorkerUpdate& update = *worker.active;
    if (!may_start(worker)) continue;
    const WorkType type = worker.work_type();
    if (skips_repetitions() && noops_.is_repetition(worker, type, update)) {
      trace_.record_enter(worker, type);
      end_stage(worker, type, update, noops_.repeat(worker));
    } else {
      StageOutcome outcome;
      // g++ 12 miscompiles a conditional expression that is awaited.
      sim::Task<> stage =
          is_checked ? run_checked(worker, type, update, outcome) : run_stage(worker, type, update, outcome);
      co_await std::move(stage);
      end_stage(worker, type, update, outcome);
    }
    if (worker.is_finished()) break;
  }
  worker.active.reset();
  const bool is_forgotten = std::exchange(worker.activity, Activity::idle) == Activity::last_sync;
  if (!is_forgotten) co_return;
  forget(memory::Text{worker.uid});
  if (!rules_.have_stages && observer_ != nullptr) observer_->on_forgotten_sync_ended();
}

sim::Task<> PodWorkers::run_checked(PodWorker& worker, WorkType type, const WorkerUpdate& update,
                                    StageOutcome& outcome) {
  const bool should_repeat = noops_.is_repetition(worker, type, update);
  const SyncInputs polled = syncer_.inputs_of(worker.uid);
  const std::uint64_t version = input_version();
  co_await run_stage(worker, type, update, outcome);
  const bool has_changed = input_version() != version || syncer_.inputs_of(worker.uid) != polled;
  if (should_repeat && !has_changed) expect_idle(!outcome.is_idle && !outcome.waiting, worker.full_name());
}

bool PodWorkers::may_start(PodWorker& worker) {
  if (static_pod_queue_.empty()) return true;
  const std::string name = worker.full_name();
  if (!static_pod_queue_.waits(name, worker.uid)) return true;
  const bool gives_way = rules_.static_pods_are_serialized && rules_.unstarted_pods_give_way;
  if (gives_way && worker.is_termination_requested()) {
    finish(worker);
    static_pod_queue_.leave(name, worker.uid);
    notify_finished();
    return false;
  }
  const auto is_over = [&](const memory::Text& uid) { return gives_way && is_termination_requested(uid); };
  const bool has_name = static_pod_queue_.start(name, worker.uid, is_over);
  if (has_name || !rules_.static_pods_are_serialized) return true;
  worker.pauses_for = SyncCause::Kind::waits_for_name;
  worker.paused_since = worker.last_sync;
  queue_.enqueue(worker.place, process_.now() + worker.jittered(rules_.back_off));
  return false;
}

sim::Task<> PodWorkers::run_stage(PodWorker& worker, WorkType type, const WorkerUpdate& update, StageOutcome& outcome) {
  worker.noop.reset();
  SyncStory* const story = update.story.get();
  if (story != nullptr) {
    story->taken_at = process_.now();
    story->synced_before = worker.last_sync;
  }
  CachedStatus observed;
  if (!update.running_pod) {
    if (cache_.is_newer(worker.uid, worker.last_sync)) {
      observed = cache_.get(worker.uid);
    } else {
      observed = co_await cache_.get_newer_than(worker.uid, worker.last_sync);
    }
    if (observed.error) {
      syncer_.report_unknown_status(*update.pod, *observed.error);
      outcome.error = observed.error->message;
      outcome.is_status_unknown = true;
      co_return;
    }
  }
  trace_.record_enter(worker, type);
  const runtime::PodStatusPtr seen = observed.status;
  if (story != nullptr) {
    story->began_at = process_.now();
    story->observed = seen;
  }
  const bool is_plain_sync = !update.running_pod && type == WorkType::sync && !worker.is_killed();
  co_await call_syncer(worker, type, update, std::move(observed), outcome);
  if (is_plain_sync) noops_.remember(worker, update, seen, outcome);
}

sim::Task<> PodWorkers::call_syncer(const PodWorker& worker, WorkType type, const WorkerUpdate& update,
                                    CachedStatus observed, StageOutcome& outcome) {
  if (update.running_pod) {
    return syncer_.sync_terminating_runtime_pod(*update.running_pod, update.grace_period_override, outcome);
  }
  if (type == WorkType::terminated) return syncer_.sync_terminated_pod(update.synced(), std::move(observed), outcome);
  if (type == WorkType::terminating || worker.is_killed()) {
    Termination termination = worker.termination_kind();
    // As upstream's KillPodOptions: an update that ended the pod by itself has no grace period to override.
    if (rules_.have_stages) termination.grace_period_seconds = update.grace_period_override;
    return syncer_.sync_terminating_pod(update.synced(), std::move(observed), std::move(termination), outcome);
  }
  return syncer_.sync_pod(update.synced(), update.mirror, std::move(observed), outcome);
}

void PodWorkers::end_stage(PodWorker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome) {
  PODREEL_INVARIANT(process_.now() >= worker.last_sync, "syncs of a pod end one after the other");
  // The next update of a pod whose status could not be read does not wait for a newer one (podWorkerLoop).
  if (!outcome.is_status_unknown) worker.last_sync = process_.now();
  if (outcome.error && update.pod) syncer_.report_failed_sync(*update.pod);
  if (trace_.explains()) {
    const trace::Recorder::Reservation place = trace_.reserve_exit();
    const std::optional<NextSync> next = conclude(worker, type, update, outcome);
    trace_.record_explained_exit(place, worker, type, update, outcome, next);
  } else {
    trace_.record_exit(worker, type, outcome);
    conclude(worker, type, update, outcome);
  }
}

std::optional<NextSync> PodWorkers::conclude(PodWorker& worker, WorkType type, const WorkerUpdate& update,
                                             const StageOutcome& outcome) {
  if (outcome.wants_relist && observer_ != nullptr) observer_->on_relist_requested(worker.uid);
  const bool phase_transition = complete(worker, type, update, outcome);
  if (worker.is_finished()) return std::nullopt;
  const NextSync next = schedule_next(worker, phase_transition, outcome);
  if (worker.pending && worker.activity == Activity::last_sync) {
    // The next worker begins here, which has not synced the pod yet.
    worker.activity = Activity::working;
    worker.last_sync = {};
  }
  return next;
}

bool PodWorkers::complete(PodWorker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome) {
  if (outcome.error) {
    if (worker.is_termination_requested()) notify_finished();
    return false;
  }
  const bool was_stopped = type == WorkType::terminating || (!rules_.have_stages && worker.is_killed());
  if (was_stopped && worker.termination && worker.termination->completed) {
    std::exchange(worker.termination->completed, nullptr)->complete(true);
  }
  if (!rules_.have_stages && worker.termination) {
    worker.termination->kill_status.reset();
    worker.termination->grace_period.reset();
  }
  const bool done = type == WorkType::terminated || (type == WorkType::terminating && update.running_pod);
  if (done) {
    finish(worker);
    if (!static_pod_queue_.empty()) static_pod_queue_.leave(worker.full_name(), worker.uid);
    if (update.running_pod && rules_.runtime_pods_are_forgotten) worker.activity = Activity::last_sync;
    notify_finished();
    return false;
  }
  if (type == WorkType::terminating) {
    enter_terminated(worker);
    requeue_last_update(worker);
    // Housekeeping may take its mirror pod away.
    if (update.pod && update.pod->is_static()) notify_finished();
    return true;
  }
  if (!outcome.is_terminal) return false;
  if (!worker.is_termination_requested()) worker.enter(Stage::terminating);
  requeue_last_update(worker);
  return true;
}

NextSync PodWorkers::schedule_next(PodWorker& worker, bool phase_transition, const StageOutcome& outcome) {
  NextSync next{.due = process_.now(), .kind = cause_after(outcome, phase_transition)};
  if (!phase_transition) {
    next.pause = outcome.error ? back_off_after(outcome) : rules_.resync;
    next.due += worker.jittered(next.pause);
  }
  PODREEL_INVARIANT(next.due >= process_.now(), "a pause does not end before it begins");
  worker.pauses_for = next.kind;
  worker.paused_since = process_.now();
  queue_.enqueue(worker.place, next.due);
  return next;
}

sim::Duration PodWorkers::back_off_after(const StageOutcome& outcome) const {
  if (outcome.is_transient) return rules_.transient_back_off;
  if (!outcome.back_off_ends) return rules_.back_off;
  return std::clamp(*outcome.back_off_ends - process_.now(), sim::Duration{}, rules_.resync);
}

SyncCause PodWorkers::end_of_pause(const memory::Text& uid) const {
  if (!trace_.explains()) return {};
  const PodWorker* worker = find(uid);
  if (worker == nullptr) return {};
  return {.kind = worker->pauses_for, .since = worker->paused_since};
}

// Syncs that would do nothing but what the last one did.

bool PodWorkers::is_noop(WorkQueue::WorkerSlot place) const {
  const PodWorker* worker = worker_at(place);
  if (worker == nullptr || worker->is_working() || worker->is_killed()) return false;
  if (!noops_.is_unchanged_since_last_sync(*worker)) return false;
  const bool may_wait = rules_.have_stages && skips_repetitions();
  return worker->noop->outcome.is_idle || (may_wait && noops_.would_repeat(*worker));
}

void PodWorkers::account_for_noop(WorkQueue::WorkerSlot place) {
  PodWorker& worker = *by_place_[place];
  // The race is run, although its result makes no difference.
  static_cast<void>(takes_update_at_once(worker));
  account_for_resync(worker);
}

void PodWorkers::account_for_resync(PodWorker& worker) {
  trace_.record_enter(worker, WorkType::sync);
  const StageOutcome& outcome = noops_.repeat(worker);
  if (outcome.error) syncer_.report_failed_sync(*worker.noop->pod);
  worker.last_sync = process_.now();
  trace_.record_exit(worker, WorkType::sync, outcome);
  schedule_next(worker, false, outcome);
}

std::size_t PodWorkers::resync_first(std::span<const WorkQueue::WorkerSlot> ready) {
  if (!skips_repetitions() || !rules_.have_stages) return 0;
  memory::RecycledVector<PodWorker*> candidates;
  for (const WorkQueue::WorkerSlot place : ready) {
    PodWorker* worker = worker_at(place);
    if (worker == nullptr || !worker->noop || worker->is_working() || worker->is_killed()) break;
    worker->activity = Activity::working;
    worker->resync = takes_update_at_once(*worker) ? Resync::taken : Resync::pending;
    candidates.push_back(worker);
  }
  const std::size_t taken = candidates.size();
  if (taken == 0) return 0;
  process_.post([this, workers = std::move(candidates)] {
    for (PodWorker* worker : workers) resync(*worker);
  });
  return taken;
}

void PodWorkers::resync(PodWorker& worker) {
  if (worker.resync != Resync::none && noops_.is_unchanged_since_last_sync(worker) && noops_.would_repeat(worker)) {
    worker.resync = Resync::none;
    account_for_resync(worker);
    worker.activity = Activity::idle;
  } else {
    worker.materialize_update();
    sim::launch(process_, work(worker));
  }
}

void PodWorkers::invalidate(const memory::Text& uid) {
  const auto found = workers_.find(uid);
  if (found == workers_.end()) return;
  found->second.materialize_update();
  found->second.noop.reset();
}

// Cleanup.

std::vector<memory::Text> PodWorkers::sync_known_pods(const std::vector<memory::Text>& desired_uids) {
  pods_synced_ = true;
  std::vector<memory::Text> remaining;
  for (auto next = workers_.begin(); next != workers_.end();) {
    const auto known = next++;
    PodWorker& worker = known->second;
    const bool desired = std::ranges::binary_search(desired_uids, worker.uid);
    const bool forget = worker.is_finished() && (worker.restart_requested || !desired);
    if (forget) {
      if (!static_pod_queue_.empty()) static_pod_queue_.leave(worker.full_name(), worker.uid);
      stages_.changed(worker.uid);
      erase(known);
    } else {
      if (rules_.orphans_terminate && !desired && !worker.is_finished()) terminate_orphan(worker);
      remaining.push_back(worker.uid);
    }
  }
  std::ranges::sort(remaining);
  return remaining;
}

void PodWorkers::forget(const memory::Text& uid) {
  const auto found = workers_.find(uid);
  if (found == workers_.end()) return;
  PodWorker& worker = found->second;
  worker.materialize_update();
  if (worker.is_working()) {
    worker.pending.reset();
    worker.activity = Activity::last_sync;
  } else {
    stages_.changed(worker.uid);
    erase(found);
  }
}

std::vector<memory::Text> PodWorkers::forget_all_but(const std::vector<memory::Text>& desired_uids) {
  std::vector<memory::Text> uids = memory::sorted_keys(workers_);
  std::erase_if(uids, [&](const memory::Text& uid) {
    if (std::ranges::binary_search(desired_uids, uid)) return false;
    forget(uid);
    return !is_known(uid);
  });
  return uids;
}

// States of pods.

bool PodWorkers::is_known(const memory::Text& uid) const {
  return find(uid) != nullptr;
}

bool PodWorkers::is_termination_requested(const memory::Text& uid) const {
  const PodWorker* worker = find(uid);
  return worker != nullptr && worker->is_termination_requested();
}

bool PodWorkers::is_terminating(std::string_view static_pod_name) const {
  const PodWorker* worker = find(static_pod_queue_.holder(static_pod_name));
  return worker != nullptr && worker->is_terminating();
}

bool PodWorkers::is_any_terminating() const {
  return std::ranges::any_of(workers_, [](const auto& worker) { return worker.second.is_terminating(); });
}

bool PodWorkers::is_known_terminated(const memory::Text& uid) const {
  const PodWorker* worker = find(uid);
  return worker != nullptr && worker->is_terminated();
}

bool PodWorkers::waits_for_same_name(const memory::Text& uid) const {
  const PodWorker* worker = find(uid);
  return worker != nullptr && worker->is_finished() && worker->restart_requested;
}

bool PodWorkers::could_have_running_containers(const memory::Text& uid) const {
  const PodWorker* worker = find(uid);
  return worker != nullptr ? !worker->is_terminated() : !pods_synced_;
}

bool PodWorkers::is_cleaning_up(const memory::Text& uid) const {
  const PodWorker* worker = find(uid);
  return worker != nullptr && worker->is_terminated() && !worker->is_finished();
}

bool PodWorkers::should_content_be_removed(const memory::Text& uid) const {
  const PodWorker* worker = find(uid);
  if (worker == nullptr) return pods_synced_;
  return worker->is_terminated() && worker->is_unwanted();
}

}  // namespace podreel::kubelet
