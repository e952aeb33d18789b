// One worker per pod: takes the pod through syncing, terminating and terminated, one sync at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kubelet/explain/sync_cause.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/kubelet/static_pod_turns.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/work_queue.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/pod_state_provider.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// When a worker goes to work.
struct WorkerRules {
  /// Between a sync that went well and the next (KubeletConfiguration.syncFrequency), and up to half as much again.
  sim::Duration resync = timing::sync_frequency;
  /// The same after one that failed (backOffPeriod).
  sim::Duration back_off = timing::worker_back_off;
  /// The same after a failure that may be gone soon (backOffOnTransientErrorPeriod).
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
  bool static_pods_take_turns = false;
  /// One that goes before its turn gives it to the next one. Otherwise it keeps its place for good (1.22.8, 1.23.5).
  bool unstarted_pods_give_way = true;
  /// A pod that is added again while it terminates has another worker when the first one has finished (1.22.3).
  bool reused_uids_start_again = true;
  /// This kubelet has been up for long: a pod without a worker is known not to run. Otherwise it may, until the first
  /// housekeeping.
  bool pods_synced = false;
  /// A deletion without a grace period of a pod that stays in the API for its finalizers gives it none (1.27).
  bool zero_grace_counts = false;
  /// A pod that no source has any more, and that was not told to end: its worker terminates it (1.27).
  bool orphans_terminate = false;
  /// A sync that finds everything as the last one did, which changed nothing, is accounted for instead of executed. The
  /// timeline is the same.
  bool skip_repetitions = true;
  /// As KubeletOptions has it. Then nothing is skipped: each sync has reasons of its own.
  std::optional<sim::Time> explain_since{};
  /// When the loop looks for pods whose pause is over.
  Ticker sync_ticker{};
};

/// What the worker is asked to do.
struct WorkerUpdate {
  UpdateType type = UpdateType::sync;
  api::PodPtr pod{};
  /// Set for a pod that is known from the runtime only; `pod` is null then.
  std::optional<runtime::RunningPod> running_pod{};
  std::optional<std::int64_t> grace_period_override{};
  /// Set for a pod that the kubelet kills although nobody has deleted it.
  std::optional<KillStatus> kill_status{};
  /// Set with it. Called when nothing of the pod runs any more (KillPodOptions.CompletedCh).
  std::function<void()> on_stopped{};
  /// What led to it; null unless the kubelet explains itself.
  std::shared_ptr<SyncStory> story{};

  static void* operator new(std::size_t size) { return memory::allocate_recycled(size); }
  static void operator delete(void* update, std::size_t size) noexcept { memory::free_recycled(update, size); }
};

enum class WorkType : std::uint8_t { sync, terminating, terminated };

/// pkg/kubelet/pod_workers.go: the state machine of 1.22 and later, or the loop that it was before (managePodLoop).
///
/// An idle worker is a plain record; a coroutine exists only while its pod is being synced or waits for a relist.
class PodWorkers final : public sync::PodStateProvider {
 public:
  PodWorkers(const sim::Process& process, PodSyncer& syncer, PodCache& cache, WorkQueue& queue, timing::Timing& timing,
             trace::Recorder& recorder, WorkerRules rules);

  /// `cause`: what is told of the sync if the kubelet explains itself.
  void update_pod(WorkerUpdate update, SyncCause cause = {});
  /// What makes a worker sync its pod when its pause is over.
  [[nodiscard]] SyncCause end_of_pause(const memory::Text& uid) const;
  /// No source has the pod any more: if nothing else ends it, housekeeping will.
  void note_orphan(const api::PodPtr& pod);

  /// The pod's worker is idle, and a sync would find everything as the last one left it, which had nothing to do but,
  /// where repetitions are skipped, to find that containers have to wait.
  [[nodiscard]] bool is_quiet(WorkQueue::Place place) const;
  /// Accounts for a sync of a quiet pod: its records, its choices and the time of the next one are those of
  /// update_pod().
  void resync_quietly(WorkQueue::Place place);
  /// Syncs those of the pods, which the queue had until now, that come before the first one which may not be quiet;
  /// returns how many they are. What they do and when is as with update_pod().
  std::size_t resync_first(std::span<const WorkQueue::Place> ready);
  [[nodiscard]] bool skips_repetitions() const noexcept { return rules_.skip_repetitions; }
  /// Something has changed that the pod's next sync will look at, and that is not in SyncInputs.
  void disturb(const memory::Text& uid);

  /// Forgets workers that have finished and whose pods nobody wants any more; returns the UIDs of all that remain.
  /// From the first call on, a pod without a worker is known not to run.
  std::vector<memory::Text> sync_known_pods(const std::vector<memory::Text>& desired_uids);

  /// The pod's worker does nothing any more but to end the sync that it is at, or is about to begin. Only for workers
  /// without stages.
  void forget(const memory::Text& uid);
  /// Forgets those that are not among these, sorted (ForgetNonExistingPodWorkers); returns the UIDs of all that remain
  /// or still have a sync to end.
  std::vector<memory::Text> forget_all_but(const std::vector<memory::Text>& desired_uids);

  [[nodiscard]] bool is_known(const memory::Text& uid) const;
  [[nodiscard]] bool is_termination_requested(const memory::Text& uid) const override;
  /// The static pod that has the name "namespace/name" is being stopped.
  [[nodiscard]] bool is_terminating(std::string_view static_pod_name) const;
  [[nodiscard]] bool is_any_terminating() const;
  [[nodiscard]] bool is_known_terminated(const memory::Text& uid) const;
  /// The pod's worker has finished, and another one is to begin.
  [[nodiscard]] bool awaits_another(const memory::Text& uid) const;
  [[nodiscard]] bool could_have_running_containers(const memory::Text& uid) const;
  [[nodiscard]] bool should_content_be_removed(const memory::Text& uid) const override;

  /// A sync did something, and its pod should be looked at once (RequestPodRelist, 1.36).
  void on_relist_wanted(std::function<void(const memory::Text& uid)> listener) {
    on_relist_wanted_ = std::move(listener);
  }
  /// A worker has finished, or has something that housekeeping should look at.
  void on_finished(std::function<void()> listener) { on_finished_ = std::move(listener); }
  /// Called when a pod gets a worker or loses it, and when its worker knows that it has terminated.
  void on_stage(std::function<void(const memory::Text& uid)> listener) { on_stage_ = std::move(listener); }
  /// Called when nothing of a pod runs any more.
  void on_stopped(std::function<void()> listener) { on_stopped_ = std::move(listener); }

 private:
  /// What a sync that changed nothing looked at, and how it ended.
  struct Quiet {
    api::PodPtr pod;
    SyncInputs inputs;
    StageOutcome outcome;
  };

  /// What only a pod that is on its way out has.
  struct Ending {
    std::optional<std::int64_t> grace_period;
    /// Of a pod that the kubelet kills although nobody has deleted it.
    std::optional<KillStatus> kill_status;
    /// Called once, when nothing of the pod runs any more.
    std::function<void()> on_stopped;
    /// The pod as it was when no source had it any more; null before.
    api::PodPtr orphan;
    /// Of a pod that is known from the runtime only.
    std::optional<runtime::RunningPod> stray;
  };

  /// A sync that is to come of a pod that was quiet, and whether its update is taken from the channel already: stands
  /// for an update of its own.
  enum class Resync : std::uint8_t { none, pending, taken };

  struct Worker {
    Worker(const memory::Text& pod_uid, WorkQueue::Place place_of_pod, timing::Timing& timing)
        : uid{pod_uid},
          place{place_of_pod},
          jitter{timing.stream(timing::Site::worker_jitter, uid)},
          wake_race{timing.stream(timing::Site::worker_wake, uid)} {}

    memory::Text uid;
    memory::Text namespace_name;
    memory::Text pod_name;
    std::optional<sim::Time> terminating_at;
    std::optional<sim::Time> terminated_at;
    std::unique_ptr<WorkerUpdate> pending;
    std::unique_ptr<WorkerUpdate> active;
    /// Taken from the channel already, and to be worked on next.
    std::unique_ptr<WorkerUpdate> taken;
    // From here on stands together what a sync looks at that is a repetition.
    /// Null until somebody asks for the pod's end, or no source has it any more.
    std::unique_ptr<Ending> ending;
    WorkQueue::Place place;
    /// A static pod that waits for its name.
    bool is_postponed = false;
    bool working = false;
    bool deleted = false;
    bool finished = false;
    bool evicted = false;
    bool restart_requested = false;
    /// Whoever works on the pod from now on is another worker.
    bool forgotten = false;
    Resync resync = Resync::none;
    /// What it does when its pause is over.
    SyncCause::Kind pauses_for = SyncCause::Kind::resync;
    sim::Time last_sync{};
    std::unique_ptr<const Quiet> quiet;
    timing::Stream jitter;
    timing::Stream wake_race;

    [[nodiscard]] WorkType work_type() const noexcept;
    [[nodiscard]] Ending& begin_ending();
    [[nodiscard]] bool is_killed() const noexcept { return ending && ending->kill_status; }
    [[nodiscard]] Termination termination() const;
    [[nodiscard]] sim::Duration jittered(sim::Duration period);
    /// The name for the trace.
    [[nodiscard]] std::string name() const;
  };

  [[nodiscard]] const Worker* find(const memory::Text& uid) const;
  void erase(memory::TextMap<Worker>::iterator worker);
  /// As the last sync found it, which changed nothing.
  [[nodiscard]] bool finds_all_as_it_was(const Worker& worker) const;
  /// The same, and it still has nothing to do but to wait.
  [[nodiscard]] bool would_repeat(const Worker& worker) const;
  [[nodiscard]] bool is_repetition(const Worker& worker, WorkType type, const WorkerUpdate& update) const;
  const StageOutcome& repeat(const Worker& worker);
  void keep_quiet(Worker& worker, const api::PodPtr& pod, const runtime::PodStatusPtr& observed,
                  const StageOutcome& outcome) const;
  void account_for_resync(Worker& worker);
  /// The pod's turn among those that resync_first() has taken.
  void resync(Worker& worker);
  /// Makes the update that the worker's resync stands for.
  static void spell_out(Worker& worker);
  Worker& worker_for(const WorkerUpdate& update, const memory::Text& uid);
  /// Null where a pod that has no worker stands in the queue.
  [[nodiscard]] Worker* worker_at(WorkQueue::Place place) const {
    return place < by_place_.size() ? by_place_[place] : nullptr;
  }
  /// Brings the pod to the stage that the update asks for; false if the update needs no work.
  bool advance(Worker& worker, WorkerUpdate& update, bool first_time) const;
  static bool asks_for_termination(const WorkerUpdate& update);
  /// Somebody waits for the pod's end.
  static void take_kill(Worker& worker, WorkerUpdate& update);
  void shorten_grace_period(Worker& worker, WorkerUpdate& update) const;
  void requeue_last_update(Worker& worker) const;
  /// Adds to what is told of the next sync.
  void note_cause(const Worker& worker, WorkerUpdate& update, SyncCause cause) const;
  void set_terminated(Worker& worker) const;
  void tell_stage(const memory::Text& uid) const {
    if (on_stage_) on_stage_(uid);
  }

  /// Whether a worker that is woken is faster than the loop's next event about the same pod: a race.
  [[nodiscard]] bool takes_update_at_once(Worker& worker) const;
  static void take_pending(Worker& worker);
  /// False: another static pod has the name.
  bool may_start(Worker& worker);
  /// removeTerminatedWorker.
  void terminate_orphan(Worker& worker);
  sim::Task<> work(Worker& worker);
  /// What the trace calls it: one of the functions of upstream's podSyncer.
  [[nodiscard]] std::string stage_of(const Worker& worker, WorkType type) const;
  void record_enter(const Worker& worker, WorkType type);
  void record_exit(const Worker& worker, WorkType type, const StageOutcome& outcome);
  [[nodiscard]] trace::Sync exit_of(const Worker& worker, WorkType type, const StageOutcome& outcome) const;
  /// The same with what led to it. `next`: when the worker looks again, whatever happens.
  [[nodiscard]] trace::Sync explained_exit(const Worker& worker, WorkType type, const WorkerUpdate& update,
                                           const StageOutcome& outcome, std::optional<sim::Time> next) const;
  sim::Task<StageOutcome> run_stage(Worker& worker, WorkType type, const WorkerUpdate& update);
  void end_stage(Worker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome);
  /// Returns when the worker looks again, unless it has finished.
  std::optional<sim::Time> go_on(Worker& worker, WorkType type, const WorkerUpdate& update,
                                 const StageOutcome& outcome);
  /// True if the worker moves on to its next stage.
  bool complete(Worker& worker, WorkType type, const WorkerUpdate& update, const StageOutcome& outcome);
  sim::Time schedule_next(Worker& worker, bool phase_transition, const StageOutcome& outcome);
  /// How long a worker waits after a failure, before jitter: until the back-off ends that caused it, if one did.
  [[nodiscard]] sim::Duration back_off_after(const StageOutcome& outcome) const;
  [[nodiscard]] static SyncCause::Kind cause_after(const StageOutcome& outcome, bool phase_transition) noexcept;

  const sim::Process& process_;
  PodSyncer& syncer_;
  PodCache& cache_;
  WorkQueue& queue_;
  timing::Timing& timing_;
  trace::Recorder& recorder_;
  WorkerRules rules_;
  memory::TextMap<Worker> workers_;
  /// By their places in the queue; null where there is none.
  std::vector<Worker*> by_place_;
  StaticPodTurns turns_;
  std::function<void(const memory::Text& uid)> on_relist_wanted_;
  std::function<void(const memory::Text& uid)> on_stage_;
  std::function<void()> on_finished_;
  std::function<void()> on_stopped_;
  bool pods_synced_ = rules_.pods_synced;
};

}  // namespace podreel::kubelet
