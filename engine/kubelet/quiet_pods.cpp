// Syncs that find everything as the last one did, and how they are accounted for.
#include "engine/kubelet/pod_workers.hpp"

namespace podreel::kubelet {

bool PodWorkers::is_quiet(const api::Pod& pod) const {
  const api::Text& uid = pod.metadata.uid;
  const Worker* worker = find(uid);
  return worker != nullptr && !worker->working && finds_all_as_it_was(*worker, pod) && worker->quiet->outcome.is_idle;
}

bool PodWorkers::finds_all_as_it_was(const Worker& worker, const api::Pod& pod) const {
  const Quiet* last = worker.quiet.get();
  if (last == nullptr || last->pod.get() != &pod || last->inputs != syncer_.inputs_of(worker.uid)) return false;
  const CachedStatus* observed = cache_.find_newer(worker.uid, worker.last_sync);
  return observed != nullptr && !observed->error && observed->status == last->observed;
}

bool PodWorkers::is_repetition(const Worker& worker, WorkType type, const WorkerUpdate& update) const {
  if (!rules_.skip_repetitions || type != WorkType::sync || worker.is_killed()) return false;
  // Any other update is about something that has changed.
  if (update.type != UpdateType::sync || !finds_all_as_it_was(worker, *update.pod)) return false;
  return worker.quiet->outcome.is_idle || syncer_.would_repeat(*worker.quiet->outcome.waiting);
}

const StageOutcome& PodWorkers::repeat(const Worker& worker) {
  record_enter(worker, WorkType::sync);
  const StageOutcome& last = worker.quiet->outcome;
  if (last.waiting) syncer_.repeat(*last.waiting);
  return last;
}

void PodWorkers::resync_quietly(const api::Pod& pod) {
  Worker& worker = workers_.find(pod.metadata.uid)->second;
  static_cast<void>(takes_update_at_once(worker));
  const StageOutcome& outcome = repeat(worker);
  worker.last_sync = process_.now();
  record_exit(worker, WorkType::sync, outcome);
  schedule_next(worker, false, outcome);
}

void PodWorkers::disturb(const api::Text& uid) {
  const auto found = workers_.find(uid);
  if (found != workers_.end()) found->second.quiet.reset();
}

}  // namespace podreel::kubelet
