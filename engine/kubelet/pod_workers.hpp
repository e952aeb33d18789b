// One worker per pod: takes the pod through syncing, terminating and terminated, one sync at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/kubelet/explain/sync_cause.hpp"
#include "engine/kubelet/noop_sync.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/kubelet/pod_worker.hpp"
#include "engine/kubelet/pod_workers_trace.hpp"
#include "engine/kubelet/static_pod_queue.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/work_queue.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/pod_state_provider.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// Rules by which workers go to work.
struct WorkerRules {
  /// Pause between a sync that went well and the next (KubeletConfiguration.syncFrequency), and up to half as much
  /// again.
  sim::Duration resync = timing::sync_frequency;
  /// Pause after a sync that failed (backOffPeriod).
  sim::Duration back_off = timing::worker_back_off;
  /// Pause after a failure that may be gone soon (backOffOnTransientErrorPeriod).
  sim::Duration transient_back_off = timing::worker_transient_back_off;
  /// A worker takes an update from its channel the moment that it comes, so that a second one waits for the next sync
  /// (up to 1.26). Later workers may find both as one.
  bool takes_updates_at_once = false;
  /// A worker takes its pod through syncing, terminating and terminated. Otherwise it syncs until it is forgotten
  /// (up to 1.21).
  bool have_stages = true;
  /// A pod that had finished before the kubelet started has terminated. Otherwise it is stopped once more (up
  /// to 1.22.2).
  bool finished_pods_have_terminated = true;
  /// A pod that had finished before the kubelet started has its last stage to go through. Otherwise its worker has
  /// finished, too, and is forgotten by housekeeping (up to 1.27.1).
  bool sync_finished_pods = true;
  /// A static pod does not start before the one that had its name has terminated (1.22.5).
  bool static_pods_are_serialized = false;
  /// A static pod that goes before its turn gives it to the next one. Otherwise it keeps its place for good
  /// (1.22.8, 1.23.5).
  bool unstarted_pods_give_way = true;
  /// A pod that is added again while it terminates has another worker when the first one has finished (1.22.3).
  bool reused_uids_start_again = true;
  /// This kubelet has been up for long: a pod without a worker is known not to run. Otherwise it may, until the first
  /// housekeeping.
  bool pods_synced = false;
  /// A deletion without a grace period of a pod that stays in the API for its finalizers gives it none (1.27).
  bool zero_grace_counts = false;
  /// The worker of a pod that no source has any more, and whose end was not requested, terminates it (1.27).
  bool orphans_terminate = false;
  /// The worker of a pod that was found running is forgotten when it has stopped it (1.27). Otherwise it has finished
  /// until housekeeping finds that no source has the pod.
  bool runtime_pods_are_forgotten = false;
  /// Treatment of a sync that finds everything as the last one did, which changed nothing.
  sim::IdleWork idle_work = sim::IdleWork::skipped;
  /// As KubeletOptions has it. Then nothing is skipped: each sync has reasons of its own.
  std::optional<sim::Time> explain_since{};
  /// Ticks at which the loop looks for pods whose pause is over.
  Ticker sync_ticker{};
};

/// Is notified of what workers do.
class PodWorkersObserver {
 public:
  virtual ~PodWorkersObserver() = default;
  /// A sync did something, and its pod should be relisted at once (RequestPodRelist, 1.36).
  virtual void on_relist_requested(const memory::Text& /*uid*/) {}
  /// A worker has finished, or has something that housekeeping should look at.
  virtual void on_worker_finished() {}
  /// The last sync of a pod that was forgotten under way has ended: what it has started belongs to nobody.
  virtual void on_forgotten_sync_ended() {}
};

/// pkg/kubelet/pod_workers.go: the state machine of 1.22 and later, or the loop that it was before (managePodLoop).
///
/// An idle worker is a plain record; a coroutine exists only while its pod is being synced or waits for a relist.
class PodWorkers final : public sync::PodStateProvider, public sim::IdleSleeper {
 public:
  PodWorkers(const sim::Process& process, PodSyncer& syncer, PodCache& cache, WorkQueue& queue, timing::Timing& timing,
             trace::Recorder& recorder, WorkerRules rules);

  /// There is one at most, which must outlive the workers.
  void notify(PodWorkersObserver& observer) noexcept { observer_ = &observer; }

  /// `cause`: what an explanation of the sync begins with.
  void update_pod(WorkerUpdate update, SyncCause cause = {});
  /// Returns the reason for the sync that is due when the worker's pause is over.
  [[nodiscard]] SyncCause end_of_pause(const memory::Text& uid) const;
  /// No source has the pod any more: if nothing else ends it, housekeeping will.
  void note_orphan(const api::PodPtr& pod);

  // Syncs that would do nothing but what the last one did, which changed nothing.

  /// Returns whether the pod's worker is idle, and a sync would be such a one. Where repetitions are skipped, the last
  /// sync may have found that containers have to wait.
  [[nodiscard]] bool is_noop(WorkQueue::WorkerSlot place) const;
  /// Accounts for a sync of a pod for which is_noop() holds: its records, its choices and the time of the next one are
  /// those of update_pod().
  void account_for_noop(WorkQueue::WorkerSlot place);
  /// Syncs those of the pods, which the queue had until now, that come before the first one which is surely not due for
  /// a noop; returns their number. What they do and when is as with update_pod().
  std::size_t resync_first(std::span<const WorkQueue::WorkerSlot> ready);
  [[nodiscard]] bool skips_repetitions() const noexcept { return rules_.idle_work == sim::IdleWork::skipped; }
  /// The next sync of the pod is executed.
  void invalidate(const memory::Text& uid) override;

  // Cleanup.

  /// Forgets workers that have finished and whose pods nobody wants any more; returns the UIDs of all that remain.
  /// From the first call on, a pod without a worker is known not to run.
  std::vector<memory::Text> sync_known_pods(const std::vector<memory::Text>& desired_uids);
  /// The pod's worker does nothing any more but to end the sync that it is at, or is about to begin. Only for workers
  /// without stages.
  void forget(const memory::Text& uid);
  /// Forgets those that are not among these, sorted (ForgetNonExistingPodWorkers); returns the UIDs of all that remain
  /// or still have a sync to end.
  std::vector<memory::Text> forget_all_but(const std::vector<memory::Text>& desired_uids);

  // States of pods.

  [[nodiscard]] bool is_known(const memory::Text& uid) const;
  [[nodiscard]] bool is_termination_requested(const memory::Text& uid) const override;
  /// The static pod that has the name "namespace/name" is being stopped.
  [[nodiscard]] bool is_terminating(std::string_view static_pod_name) const;
  [[nodiscard]] bool is_any_terminating() const;
  [[nodiscard]] bool is_known_terminated(const memory::Text& uid) const;
  /// The pod's worker has finished, and another one is to begin.
  [[nodiscard]] bool waits_for_same_name(const memory::Text& uid) const;
  [[nodiscard]] bool could_have_running_containers(const memory::Text& uid) const;
  /// The pod has terminated, and its last stage has not ended: its volumes and control group may still be there.
  [[nodiscard]] bool is_cleaning_up(const memory::Text& uid) const;
  [[nodiscard]] bool should_content_be_removed(const memory::Text& uid) const override;
  /// Changes when a pod gets a worker or loses it, and when its worker knows that it has terminated.
  [[nodiscard]] sim::IdleSource& stages() noexcept { return stages_; }

 private:
  [[nodiscard]] const PodWorker* find(const memory::Text& uid) const;
  /// Null where the queue has a pod without a worker.
  [[nodiscard]] PodWorker* worker_at(WorkQueue::WorkerSlot place) const {
    return place < by_place_.size() ? by_place_[place] : nullptr;
  }
  PodWorker& worker_for(const WorkerUpdate& update, const memory::Text& uid);
  void erase(memory::TextMap<PodWorker>::iterator worker);

  // Updates.

  /// Gives the update the resources that its pod has been allocated by now.
  void take_allocation(WorkerUpdate& update) const;
  /// Brings the pod to the stage that the update requests; false if the update needs no work.
  bool advance(PodWorker& worker, WorkerUpdate& update, bool first_time) const;
  static bool is_termination_request(const WorkerUpdate& update);
  /// Somebody waits for the pod's end.
  static void take_kill(PodWorker& worker, WorkerUpdate& update);
  void shorten_grace_period(PodWorker& worker, WorkerUpdate& update) const;
  void requeue_last_update(PodWorker& worker) const;
  void enter_terminated(PodWorker& worker);
  /// The pod has terminated, and nothing is left to be done.
  void finish(PodWorker& worker);
  /// removeTerminatedWorker.
  void terminate_orphan(PodWorker& worker);

  // Syncs.

  /// Runs the race between a worker that is woken and the loop's next event about the same pod.
  [[nodiscard]] bool takes_update_at_once(PodWorker& worker) const;
  sim::Task<> work(PodWorker& worker);
  /// False: another static pod has the name.
  bool may_start(PodWorker& worker);
  sim::Task<> run_stage(PodWorker& worker, WorkType type, const WorkerUpdate& update, StageOutcome& outcome);
  sim::Task<> call_syncer(const PodWorker& worker, WorkType type, const WorkerUpdate& update, CachedStatus observed,
                          StageOutcome& outcome);
  void end_stage(PodWorker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome);
  /// Returns when the worker looks again, unless it has finished.
  std::optional<NextSync> conclude(PodWorker& worker, WorkType type, const WorkerUpdate& update,
                                   const StageOutcome& outcome);
  /// True if the worker moves on to its next stage.
  bool complete(PodWorker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome);
  NextSync schedule_next(PodWorker& worker, bool phase_transition, const StageOutcome& outcome);
  /// Returns how long a worker waits after a failure, before jitter: until the back-off ends that caused it, if one
  /// did.
  [[nodiscard]] sim::Duration back_off_after(const StageOutcome& outcome) const;

  /// Executes a stage. Where idle work is checked, and a sync was expected to repeat the last one, throws if it did
  /// not.
  sim::Task<> run_checked(PodWorker& worker, WorkType type, const WorkerUpdate& update, StageOutcome& outcome);
  void account_for_resync(PodWorker& worker);
  /// The pod's turn among those that resync_first() has taken.
  void resync(PodWorker& worker);

  // Notifications.

  void notify_finished() const {
    if (observer_ != nullptr) observer_->on_worker_finished();
  }

  const sim::Process& process_;
  PodSyncer& syncer_;
  PodCache& cache_;
  WorkQueue& queue_;
  timing::Timing& timing_;
  WorkerRules rules_;
  PodWorkersTrace trace_;
  NoopSyncs noops_;
  PodWorkersObserver* observer_ = nullptr;
  sim::IdleSource stages_{"stages of workers"};
  memory::TextMap<PodWorker> workers_;
  /// By their places in the queue; null where there is none.
  std::vector<PodWorker*> by_place_;
  StaticPodQueue static_pod_queue_;
  bool pods_synced_ = rules_.pods_synced;
};

}  // namespace podreel::kubelet
