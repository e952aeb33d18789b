#include "engine/kubelet/pod_workers.hpp"

#include <algorithm>
#include <utility>

namespace podreel::kubelet {

namespace {

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

std::string_view stage_name(WorkType type) {
  switch (type) {
    case WorkType::sync:
      return "";
    case WorkType::terminating:
      return "terminating-";
    case WorkType::terminated:
      break;
  }
  return "terminated-";
}

}  // namespace

PodWorkers::PodWorkers(const sim::Process& process, PodSyncer& syncer, PodCache& cache, WorkQueue& queue,
                       timing::Timing& timing, trace::Recorder& recorder, WorkerRules rules)
    : process_{process},
      syncer_{syncer},
      cache_{cache},
      queue_{queue},
      timing_{timing},
      recorder_{recorder},
      rules_{rules} {
  cache_.on_change([this](const memory::Text& uid) { disturb(uid); });
}

WorkType PodWorkers::Worker::work_type() const noexcept {
  if (terminated_at) return WorkType::terminated;
  return terminating_at ? WorkType::terminating : WorkType::sync;
}

sim::Duration PodWorkers::Worker::jittered(sim::Duration period) {
  return period + jitter.draw(timing::worker_jitter, period);
}

std::string PodWorkers::Worker::name() const {
  return namespace_name + "/" + pod_name;
}

std::string PodWorkers::stage_of(const Worker& worker, WorkType type) const {
  const bool is_of_runtime = worker.active && worker.active->running_pod;
  if (is_of_runtime && rules_.orphans_terminate) return "terminating-runtime-";
  return std::string{stage_name(type)};
}

PodWorkers::Ending& PodWorkers::Worker::begin_ending() {
  if (!ending) ending = std::make_unique<Ending>();
  return *ending;
}

Termination PodWorkers::Worker::termination() const {
  if (!ending) return {};
  return {ending->grace_period, ending->kill_status};
}

void PodWorkers::update_pod(WorkerUpdate update, SyncCause cause) {
  const memory::Text uid = update.pod ? update.pod->metadata.uid : update.running_pod->uid;
  const bool first_time = !is_known(uid);
  Worker& worker = worker_for(update, uid);
  spell_out(worker);
  if (update.on_stopped) take_kill(worker, update);
  if (!rules_.have_stages && update.kill_status) worker.begin_ending().grace_period = update.grace_period_override;
  if (update.running_pod) worker.begin_ending().stray = update.running_pod;
  worker.namespace_name = update.pod ? update.pod->metadata.namespace_name : update.running_pod->namespace_name;
  worker.pod_name = update.pod ? update.pod->metadata.name : update.running_pod->name;
  if (rules_.have_stages && !advance(worker, update, first_time)) return;
  if (rules_.explain_since) note_cause(worker, update, std::move(cause));
  worker.pending = std::make_unique<WorkerUpdate>(std::move(update));
  if (std::exchange(worker.working, true)) return;
  if (takes_update_at_once(worker)) take_pending(worker);
  sim::spawn(process_, work(worker));
}

bool PodWorkers::advance(Worker& worker, WorkerUpdate& update, bool first_time) const {
  const bool was_terminating = worker.finished || (!first_time && worker.terminating_at);
  if (was_terminating && update.type == UpdateType::create && rules_.reused_uids_start_again) {
    worker.restart_requested = true;
    return false;
  }
  if (worker.finished) return false;
  if (!worker.terminating_at && asks_for_termination(update)) {
    worker.terminating_at = process_.now();
    if (worker.active) syncer_.cancel_sync(worker.uid);
    if (update.running_pod || update.pod->metadata.deletion_timestamp) worker.deleted = true;
  }
  if (worker.terminated_at && update.running_pod) return false;
  if (worker.work_type() == WorkType::terminating) {
    if (update.pod && update.pod->metadata.deletion_timestamp) worker.deleted = true;
    shorten_grace_period(worker, update);
  }
  return true;
}

void PodWorkers::take_kill(Worker& worker, WorkerUpdate& update) {
  std::function<void()> on_stopped = std::exchange(update.on_stopped, nullptr);
  if (update.kill_status && update.kill_status->is_eviction) worker.evicted = true;
  if (worker.terminated_at) return on_stopped();
  Ending& ending = worker.begin_ending();
  ending.kill_status = update.kill_status;
  ending.on_stopped = std::move(on_stopped);
}

bool PodWorkers::takes_update_at_once(Worker& worker) const {
  return rules_.takes_updates_at_once || worker.wake_race.draw(timing::worker_is_fast);
}

void PodWorkers::take_pending(Worker& worker) {
  worker.taken = std::move(worker.pending);
}

PodWorkers::Worker& PodWorkers::worker_for(const WorkerUpdate& update, const memory::Text& uid) {
  if (const auto known = workers_.find(uid); known != workers_.end()) return known->second;
  const WorkQueue::Place place = queue_.join(uid);
  Worker& worker = workers_.try_emplace(uid, uid, place, timing_).first->second;
  if (by_place_.size() <= place) by_place_.resize(place + 1);
  by_place_[place] = &worker;
  if (rules_.have_stages && update.pod && update.pod->is_static()) {
    turns_.join(api::full_name(*update.pod), uid);
  }
  // A pod that had finished before this kubelet started, and of which nothing runs, needs its last stage at most.
  if (rules_.finished_pods_have_terminated && update.pod && is_terminal(update.pod->status.phase) &&
      is_status_terminal(*cache_.get(uid).status)) {
    worker.terminating_at = process_.now();
    worker.terminated_at = process_.now();
    worker.finished = !rules_.sync_finished_pods;
  }
  tell_stage(uid);
  return worker;
}

bool PodWorkers::asks_for_termination(const WorkerUpdate& update) {
  return update.running_pod || update.type == UpdateType::kill || update.pod->metadata.deletion_timestamp ||
         is_terminal(update.pod->status.phase);
}

void PodWorkers::shorten_grace_period(Worker& worker, WorkerUpdate& update) const {
  std::optional<std::int64_t>& shortest = worker.begin_ending().grace_period;
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

void PodWorkers::set_terminated(Worker& worker) const {
  worker.terminated_at = process_.now();
  tell_stage(worker.uid);
}

void PodWorkers::requeue_last_update(Worker& worker) const {
  if (!worker.pending) {
    worker.pending = std::make_unique<WorkerUpdate>(*worker.active);
    worker.pending->story.reset();
  }
  if (!rules_.explain_since) return;
  note_cause(worker, *worker.pending, {.kind = SyncCause::Kind::next_stage, .since = process_.now()});
}

sim::Task<> PodWorkers::work(Worker& worker) {
  while (worker.pending || worker.taken) {
    if (!worker.taken) take_pending(worker);
    worker.active = std::move(worker.taken);
    const WorkerUpdate& update = *worker.active;
    if (!may_start(worker)) continue;
    const WorkType type = worker.work_type();
    if (is_repetition(worker, type, update)) {
      end_stage(worker, type, update, repeat(worker));
    } else {
      const StageOutcome outcome = co_await run_stage(worker, type, update);
      end_stage(worker, type, update, outcome);
    }
    if (worker.finished) break;
  }
  worker.active.reset();
  worker.working = false;
  if (worker.forgotten) forget(memory::Text{worker.uid});
}

bool PodWorkers::may_start(Worker& worker) {
  worker.is_postponed = false;
  if (!rules_.static_pods_take_turns || turns_.empty()) return true;
  if (!turns_.waits(worker.name(), worker.uid)) return true;
  if (worker.terminating_at && rules_.unstarted_pods_give_way) {
    set_terminated(worker);
    worker.finished = true;
    worker.pending.reset();
    if (on_finished_) on_finished_();
  } else {
    worker.is_postponed = true;
    worker.pauses_for = SyncCause::Kind::waits_for_name;
    queue_.enqueue(worker.place, process_.now() + worker.jittered(rules_.back_off));
  }
  return false;
}

void PodWorkers::note_orphan(const api::PodPtr& pod) {
  const auto found = workers_.find(pod->metadata.uid);
  if (found != workers_.end()) found->second.begin_ending().orphan = pod;
}

void PodWorkers::terminate_orphan(Worker& worker) {
  worker.deleted = true;
  if (worker.working || !worker.ending) return;
  if (worker.ending->orphan) {
    update_pod({.type = UpdateType::kill, .pod = worker.ending->orphan}, {SyncCause::Kind::orphaned});
  } else if (worker.ending->stray) {
    update_pod({.type = UpdateType::kill,
                .running_pod = worker.ending->stray,
                .grace_period_override = worker.ending->grace_period},
               {SyncCause::Kind::orphaned});
  }
}

void PodWorkers::end_stage(Worker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome) {
  worker.last_sync = process_.now();
  if (outcome.error && update.pod) syncer_.tell_failed_sync(*update.pod);
  if (rules_.explain_since) {
    const trace::Recorder::Place place = recorder_.reserve();
    const std::optional<sim::Time> next = go_on(worker, type, update, outcome);
    recorder_.fill(place, worker.name(), explained_exit(worker, type, update, outcome, next));
  } else {
    record_exit(worker, type, outcome);
    go_on(worker, type, update, outcome);
  }
}

std::optional<sim::Time> PodWorkers::go_on(Worker& worker, WorkType type, const WorkerUpdate& update,
                                           const StageOutcome& outcome) {
  if (outcome.wants_relist && on_relist_wanted_) on_relist_wanted_(worker.uid);
  const bool phase_transition = complete(worker, type, update, outcome);
  if (worker.finished) return std::nullopt;
  const sim::Time next = schedule_next(worker, phase_transition, outcome);
  if (worker.pending && std::exchange(worker.forgotten, false)) worker.last_sync = {};
  return next;
}

sim::Task<StageOutcome> PodWorkers::run_stage(Worker& worker, WorkType type, const WorkerUpdate& update) {
  worker.quiet.reset();
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
      syncer_.tell_unknown_status(*update.pod, *observed.error);
      StageOutcome failed;
      failed.error = observed.error->message;
      co_return failed;
    }
  }
  record_enter(worker, type);
  const runtime::PodStatusPtr seen = observed.status;
  if (story != nullptr) {
    story->began_at = process_.now();
    story->observed = seen;
  }
  StageOutcome outcome;
  if (update.running_pod) {
    outcome = co_await syncer_.sync_terminating_runtime_pod(*update.running_pod, update.grace_period_override);
  } else if (type == WorkType::terminated) {
    outcome = co_await syncer_.sync_terminated_pod(update.pod, std::move(observed));
  } else if (type == WorkType::terminating || worker.is_killed()) {
    outcome = co_await syncer_.sync_terminating_pod(update.pod, std::move(observed), worker.termination());
  } else {
    outcome = co_await syncer_.sync_pod(update.type, update.pod, std::move(observed));
    keep_quiet(worker, update.pod, seen, outcome);
  }
  co_return outcome;
}

bool PodWorkers::complete(Worker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome) {
  if (outcome.error) {
    if (worker.terminating_at && on_finished_) on_finished_();
    return false;
  }
  const bool was_stopped = type == WorkType::terminating || (!rules_.have_stages && worker.is_killed());
  if (was_stopped && worker.ending && worker.ending->on_stopped) std::exchange(worker.ending->on_stopped, nullptr)();
  if (!rules_.have_stages && worker.ending) {
    worker.ending->kill_status.reset();
    worker.ending->grace_period.reset();
  }
  const bool done = type == WorkType::terminated || (type == WorkType::terminating && update.running_pod);
  if (done) {
    if (!worker.terminated_at) set_terminated(worker);
    worker.finished = true;
    worker.pending.reset();
    if (!turns_.empty()) turns_.leave(worker.name(), worker.uid);
    if (on_finished_) on_finished_();
    return false;
  }
  if (type == WorkType::terminating) {
    set_terminated(worker);
    requeue_last_update(worker);
    if (on_stopped_) on_stopped_();
    // Housekeeping may take its mirror pod away.
    if (update.pod && update.pod->is_static() && on_finished_) on_finished_();
    return true;
  }
  if (!outcome.is_terminal) return false;
  if (!worker.terminating_at) worker.terminating_at = process_.now();
  requeue_last_update(worker);
  return true;
}

sim::Time PodWorkers::schedule_next(Worker& worker, bool phase_transition, const StageOutcome& outcome) {
  sim::Time next = process_.now();
  if (!phase_transition) next += worker.jittered(outcome.error ? back_off_after(outcome) : rules_.resync);
  worker.pauses_for = cause_after(outcome, phase_transition);
  queue_.enqueue(worker.place, next);
  return next;
}

SyncCause::Kind PodWorkers::cause_after(const StageOutcome& outcome, bool phase_transition) noexcept {
  using Kind = SyncCause::Kind;
  if (phase_transition) return Kind::next_stage;
  if (!outcome.error) return Kind::resync;
  if (outcome.is_transient) return Kind::transient_retry;
  return outcome.back_off_ends ? Kind::back_off_end : Kind::retry;
}

sim::Duration PodWorkers::back_off_after(const StageOutcome& outcome) const {
  if (outcome.is_transient) return rules_.transient_back_off;
  if (!outcome.back_off_ends) return rules_.back_off;
  return std::clamp(*outcome.back_off_ends - process_.now(), sim::Duration{}, rules_.resync);
}

const PodWorkers::Worker* PodWorkers::find(const memory::Text& uid) const {
  const auto found = workers_.find(uid);
  return found == workers_.end() ? nullptr : &found->second;
}

}  // namespace podreel::kubelet
