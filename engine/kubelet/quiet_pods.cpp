// Syncs that find everything as the last one did, and how they are accounted for.
#include <utility>

#include "engine/kubelet/pod_workers.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

bool PodWorkers::is_quiet(WorkQueue::Place place) const {
  const Worker* worker = worker_at(place);
  if (worker == nullptr || worker->working || worker->is_killed() || !finds_all_as_it_was(*worker)) return false;
  return worker->quiet->outcome.is_idle || (rules_.have_stages && rules_.skip_repetitions && would_repeat(*worker));
}

bool PodWorkers::finds_all_as_it_was(const Worker& worker) const {
  return worker.quiet && worker.quiet->inputs == syncer_.inputs_of(worker.uid) &&
         cache_.is_newer(worker.uid, worker.last_sync);
}

bool PodWorkers::would_repeat(const Worker& worker) const {
  const StageOutcome& last = worker.quiet->outcome;
  return last.is_idle || syncer_.would_repeat(*last.waiting);
}

bool PodWorkers::is_repetition(const Worker& worker, WorkType type, const WorkerUpdate& update) const {
  if (!rules_.skip_repetitions || type != WorkType::sync || worker.is_killed()) return false;
  // Any other update is about something that has changed.
  if (update.type != UpdateType::sync || !worker.quiet || worker.quiet->pod != update.pod) return false;
  return finds_all_as_it_was(worker) && would_repeat(worker);
}

void PodWorkers::keep_quiet(Worker& worker, const api::PodPtr& pod, const runtime::PodStatusPtr& observed,
                            const StageOutcome& outcome) const {
  const bool changes_nothing = outcome.is_idle || outcome.waiting;
  if (!changes_nothing || worker.pending || !cache_.has(worker.uid, observed)) return;
  worker.quiet = std::make_unique<const Quiet>(Quiet{pod, syncer_.inputs_of(worker.uid), outcome});
}

const StageOutcome& PodWorkers::repeat(const Worker& worker) {
  record_enter(worker, WorkType::sync);
  const StageOutcome& last = worker.quiet->outcome;
  if (last.waiting) syncer_.repeat(*last.waiting);
  return last;
}

void PodWorkers::resync_quietly(WorkQueue::Place place) {
  Worker& worker = *by_place_[place];
  static_cast<void>(takes_update_at_once(worker));
  account_for_resync(worker);
}

void PodWorkers::account_for_resync(Worker& worker) {
  const StageOutcome& outcome = repeat(worker);
  if (outcome.error) syncer_.tell_failed_sync(*worker.quiet->pod);
  worker.last_sync = process_.now();
  record_exit(worker, WorkType::sync, outcome);
  schedule_next(worker, false, outcome);
}

std::size_t PodWorkers::resync_first(std::span<const WorkQueue::Place> ready) {
  if (!rules_.skip_repetitions || !rules_.have_stages) return 0;
  memory::RecycledVector<Worker*> quiet;
  for (const WorkQueue::Place place : ready) {
    Worker* worker = worker_at(place);
    if (worker == nullptr || !worker->quiet || worker->working || worker->is_killed()) break;
    worker->working = true;
    worker->resync = takes_update_at_once(*worker) ? Resync::taken : Resync::pending;
    quiet.push_back(worker);
  }
  const std::size_t taken = quiet.size();
  if (taken == 0) return 0;
  process_.post([this, workers = std::move(quiet)] {
    for (Worker* worker : workers) resync(*worker);
  });
  return taken;
}

void PodWorkers::resync(Worker& worker) {
  if (worker.resync != Resync::none && finds_all_as_it_was(worker) && would_repeat(worker)) {
    worker.resync = Resync::none;
    account_for_resync(worker);
    worker.working = false;
  } else {
    spell_out(worker);
    sim::launch(process_, work(worker));
  }
}

void PodWorkers::spell_out(Worker& worker) {
  if (worker.resync == Resync::none) return;
  auto& update = worker.resync == Resync::taken ? worker.taken : worker.pending;
  update = std::make_unique<WorkerUpdate>(WorkerUpdate{.type = UpdateType::sync, .pod = worker.quiet->pod});
  worker.resync = Resync::none;
}

void PodWorkers::disturb(const memory::Text& uid) {
  const auto found = workers_.find(uid);
  if (found == workers_.end()) return;
  spell_out(found->second);
  found->second.quiet.reset();
}

}  // namespace podreel::kubelet
