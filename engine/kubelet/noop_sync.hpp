// A sync that changed nothing, and the next ones, which need not be executed.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/pod_syncer.hpp"

namespace podreel::kubelet {

struct PodWorker;
struct WorkerUpdate;
enum class WorkType : std::uint8_t;

/// The inputs and the end of such a sync. Its other inputs are declared by PodWorkers, which drops it when one
/// of them changes.
struct NoopSync {
  api::PodPtr pod;
  /// As the update had them.
  api::PodPtr allocated;
  api::PodPtr mirror;
  SyncInputs inputs;
  StageOutcome outcome;
};

/// Decides which syncs would do nothing but what the last one of their pod did.
class NoopSyncs {
 public:
  /// Both must outlive it.
  NoopSyncs(PodSyncer& syncer, const PodCache& cache) noexcept : syncer_{syncer}, cache_{cache} {}

  /// Returns whether the pod's next sync finds everything as its last one did, which changed nothing.
  [[nodiscard]] bool is_unchanged_since_last_sync(const PodWorker& worker) const;
  /// Returns whether it would also do the same: nothing, or waiting for the end of back-offs. Only after
  /// is_unchanged_since_last_sync().
  [[nodiscard]] bool would_repeat(const PodWorker& worker) const;
  /// Returns whether a sync for this update would find and do the same as the last one.
  [[nodiscard]] bool is_repetition(const PodWorker& worker, WorkType type, const WorkerUpdate& update) const;

  /// Keeps a sync that has ended as the worker's NoopSync, if it is one. `observed`: the status that it went by.
  void remember(PodWorker& worker, const WorkerUpdate& update, const runtime::PodStatusPtr& observed,
                const StageOutcome& outcome) const;
  /// Does what the worker's NoopSync did, and returns how that ended.
  const StageOutcome& repeat(const PodWorker& worker);

 private:
  PodSyncer& syncer_;
  const PodCache& cache_;
};

}  // namespace podreel::kubelet
