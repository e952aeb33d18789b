// Records of the syncs of pod workers.
#pragma once

#include <optional>
#include <string>

#include "engine/kubelet/pod_syncer.hpp"
#include "engine/kubelet/pod_worker.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// Records the beginning and the end of each sync; where the kubelet explains itself, with what led to it and when the
/// pod is synced again.
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

  /// Adds a cause to the story of the update; it inherits those of the pending update that it replaces.
  void add_cause(const PodWorker& worker, WorkerUpdate& update, SyncCause cause) const;
  /// Keeps a place for the record of a sync that has ended, so that what follows from it comes later.
  [[nodiscard]] trace::Recorder::Place reserve_exit() { return recorder_.reserve(); }
  /// Fills it. `next`: when the worker looks again, whatever happens.
  void record_explained_exit(trace::Recorder::Place place, const PodWorker& worker, WorkType type,
                             const WorkerUpdate& update, const StageOutcome& outcome, std::optional<sim::Time> next);

 private:
  /// Prefix of the names of upstream's podSyncer: "", "terminating-" …
  [[nodiscard]] std::string stage_of(const PodWorker& worker, WorkType type) const;
  [[nodiscard]] trace::Sync exit_of(const PodWorker& worker, WorkType type, const StageOutcome& outcome) const;

  const sim::Process& process_;
  PodSyncer& syncer_;
  trace::Recorder& recorder_;
  Rules rules_;
};

}  // namespace podreel::kubelet
