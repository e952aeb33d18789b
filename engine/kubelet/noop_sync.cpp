#include "engine/kubelet/noop_sync.hpp"

#include "engine/kubelet/pod_worker.hpp"

namespace podreel::kubelet {

bool NoopSyncs::is_unchanged_since_last_sync(const PodWorker& worker) const {
  return worker.noop && worker.noop->inputs == syncer_.inputs_of(worker.uid) &&
         cache_.is_newer(worker.uid, worker.last_sync);
}

bool NoopSyncs::would_repeat(const PodWorker& worker) const {
  const StageOutcome& last = worker.noop->outcome;
  return last.is_idle || syncer_.would_repeat(*last.waiting);
}

bool NoopSyncs::is_repetition(const PodWorker& worker, WorkType type, const WorkerUpdate& update) const {
  if (type != WorkType::sync || worker.is_killed()) return false;
  // Any other update is about something that has changed.
  if (update.type != UpdateType::sync || !worker.noop || worker.noop->pod != update.pod) return false;
  if (worker.noop->mirror != update.mirror) return false;
  return is_unchanged_since_last_sync(worker) && would_repeat(worker);
}

void NoopSyncs::remember(PodWorker& worker, const WorkerUpdate& update, const runtime::PodStatusPtr& observed,
                         const StageOutcome& outcome) const {
  const bool changes_nothing = outcome.is_idle || outcome.waiting;
  if (!changes_nothing || worker.pending || !cache_.has(worker.uid, observed)) return;
  worker.noop = std::make_unique<const NoopSync>(
      NoopSync{update.pod, update.allocated, update.mirror, syncer_.inputs_of(worker.uid), outcome});
}

const StageOutcome& NoopSyncs::repeat(const PodWorker& worker) {
  const StageOutcome& last = worker.noop->outcome;
  if (last.waiting) syncer_.repeat(*last.waiting);
  return last;
}

}  // namespace podreel::kubelet
