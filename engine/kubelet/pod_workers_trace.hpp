// Records of the syncs of pod workers.
#pragma once

#include <optional>
#include <string>

#include "engine/kubelet/explain/sync_cause.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/kubelet/pod_worker.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// The sync after one that has ended, as its worker has scheduled it.
struct NextSync {
  /// End of the pause; the sync begins with the sync loop's next tick.
  sim::Time due{};
  /// Pause without its jitter.
  sim::Duration pause{};
  SyncCause::Kind kind = SyncCause::Kind::resync;
};

/// Records the beginning and the end of each sync; where the kubelet explains itself, with the causes of the sync, its
/// outcome, and the time of the next one.
class PodWorkersTrace {
 public:
  struct Rules {
    /// KubeletOptions::explain_since.
    std::optional<sim::Time> explain_since;
    /// Pods that only the runtime knows have a stage of their own name.
    bool orphans_terminate = false;
    Ticker sync_ticker{};
  };
  /// All must outlive it.
  PodWorkersTrace(const sim::Process& process, PodSyncer& syncer, trace::Recorder& recorder,
                  const Rules& rules) noexcept
      : process_{process}, syncer_{syncer}, recorder_{recorder}, rules_{rules} {}

  [[nodiscard]] bool explains() const noexcept { return rules_.explain_since.has_value(); }

  void record_enter(const PodWorker& worker, WorkType type);
  void record_exit(const PodWorker& worker, WorkType type, const StageOutcome& outcome);

  // Only where the kubelet explains itself.

  /// Adds a cause to the update, which inherits those of the pending update that it replaces.
  void add_cause(const PodWorker& worker, WorkerUpdate& update, SyncCause cause) const;
  /// Reserves the place of a sync's record, so that records of its consequences come later.
  [[nodiscard]] trace::Recorder::Reservation reserve_exit() { return recorder_.reserve(); }
  /// Fills that place. `next`: the sync that follows unless something else triggers one earlier.
  void record_explained_exit(trace::Recorder::Reservation place, const PodWorker& worker, WorkType type,
                             const WorkerUpdate& update, const StageOutcome& outcome,
                             const std::optional<NextSync>& next);

 private:
  void add_next_sync(Explanation& explanation, const NextSync& next,
                     const std::optional<PendingBackOff>& back_off) const;
  /// Prefix in the names of upstream's podSyncer: "", "terminating-" …
  [[nodiscard]] std::string stage_of(const PodWorker& worker, WorkType type) const;
  [[nodiscard]] trace::Sync exit_of(const PodWorker& worker, WorkType type, const StageOutcome& outcome) const;

  const sim::Process& process_;
  PodSyncer& syncer_;
  trace::Recorder& recorder_;
  Rules rules_;
};

}  // namespace podreel::kubelet
