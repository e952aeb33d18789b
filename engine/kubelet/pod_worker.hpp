// The pod workers' record of one pod.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/kubelet/explain/sync_cause.hpp"
#include "engine/kubelet/noop_sync.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/kubelet/work_queue.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/memory/text.hpp"
#include "engine/runtime_objects.hpp"
#include "engine/sim/completion.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// UpdatePodOptions: a request to a worker.
struct WorkerUpdate {
  UpdateType type = UpdateType::sync;
  api::PodPtr pod{};
  /// The pod with the resources that it had been allocated when the update was dispatched; null if these are its own.
  api::PodPtr allocated{};
  /// A static pod's mirror pod as the kubelet knew it when it dispatched the update; null if it knew none.
  api::PodPtr mirror{};
  /// Set for a pod that is known from the runtime only; `pod` is null then.
  std::optional<runtime::RunningPod> running_pod{};
  std::optional<std::int64_t> grace_period_override{};
  /// Set for a pod that the kubelet kills although nobody has deleted it.
  std::optional<KillStatus> kill_status{};
  /// Set with it. Completed when nothing of the pod runs any more (KillPodOptions.CompletedCh).
  std::shared_ptr<sim::Completion<bool>> completed{};
  /// The causes of the update; null unless the kubelet explains itself.
  std::shared_ptr<SyncStory> story{};

  /// The pod that stages work on.
  [[nodiscard]] const api::PodPtr& synced() const noexcept { return allocated ? allocated : pod; }

  static void* operator new(std::size_t size) { return memory::allocate_recycled(size); }
  static void operator delete(void* update, std::size_t size) noexcept { memory::free_recycled(update, size); }
};

/// PodWorkType: which of the three functions of PodSyncer is due.
enum class WorkType : std::uint8_t { sync, terminating, terminated };

/// The end of a pod, from the moment that somebody asks for it, or that no source has the pod any more.
struct TerminationState {
  /// Seconds; at least one where workers have stages.
  std::optional<std::int64_t> grace_period;
  /// Set for a pod that the kubelet kills although nobody has deleted it.
  std::optional<KillStatus> kill_status;
  /// Completed once, when nothing of the pod runs any more. Null: nobody waits.
  std::shared_ptr<sim::Completion<bool>> completed;
  /// The pod as it was when no source had it any more; null before.
  api::PodPtr orphan;
  /// Set for a pod that is known from the runtime only.
  std::optional<runtime::RunningPod> running_pod;
};

/// podSyncStatus: a plain record. Only PodWorkers changes it.
struct PodWorker {
  /// A pod goes through them in this order, and may leave some out. `finished`: nothing is left to be done.
  enum class Stage : std::uint8_t { syncing, terminating, terminated, finished };

  /// `last_sync`: it ends the sync that it is at; whoever works on the pod from then on is another worker.
  enum class Activity : std::uint8_t { idle, working, last_sync };

  /// A coming sync of a pod whose last one is a NoopSync, and whether its update is already taken from the channel. It
  /// replaces an update, which materialize_update() creates.
  enum class Resync : std::uint8_t { none, pending, taken };

  PodWorker(const memory::Text& pod_uid, WorkQueue::WorkerSlot place_of_pod, timing::Timing& timing);

  [[nodiscard]] WorkType work_type() const noexcept;
  [[nodiscard]] bool is_termination_requested() const noexcept { return stage_ >= Stage::terminating; }
  [[nodiscard]] bool is_terminating() const noexcept { return stage_ == Stage::terminating; }
  [[nodiscard]] bool is_terminated() const noexcept { return stage_ >= Stage::terminated; }
  [[nodiscard]] bool is_finished() const noexcept { return stage_ == Stage::finished; }
  /// Moves on to a later stage, or stays.
  void enter(Stage stage);

  [[nodiscard]] bool is_working() const noexcept { return activity != Activity::idle; }
  [[nodiscard]] bool is_killed() const noexcept { return termination && termination->kill_status; }
  /// The pod is removed with all that is left of it once it has terminated.
  [[nodiscard]] bool is_unwanted() const noexcept { return deleted || evicted; }
  /// The state of its termination, which begins if there is none.
  [[nodiscard]] TerminationState& begin_termination();
  /// Returns how its containers are to be stopped.
  [[nodiscard]] Termination termination_kind() const;

  /// Creates the update that the resync replaces, if there is one.
  void materialize_update();
  /// Takes the pending update from the channel, as the next one to be worked on.
  void take_pending() noexcept;

  [[nodiscard]] sim::Duration jittered(sim::Duration period);
  /// "namespace/name".
  [[nodiscard]] std::string full_name() const { return namespace_name + "/" + pod_name; }

  memory::Text uid;
  memory::Text namespace_name;
  memory::Text pod_name;
  /// The update that waits in the channel: a later one replaces it.
  std::unique_ptr<WorkerUpdate> pending;
  /// The update that is worked on.
  std::unique_ptr<WorkerUpdate> active;
  /// The update that was taken from the channel before the worker had its turn, and is worked on first.
  std::unique_ptr<WorkerUpdate> taken;
  // The members that follow are all that a sync reads which is accounted for instead of executed. They are adjacent, so
  // that they share cache lines.
  /// Null until somebody asks for the pod's end, or no source has it any more.
  std::unique_ptr<TerminationState> termination;
  WorkQueue::WorkerSlot place;
  Activity activity = Activity::idle;
  bool deleted = false;
  bool evicted = false;
  /// The pod was added again while it was ending: another worker begins when this one has finished.
  bool restart_requested = false;
  Resync resync = Resync::none;
  /// The reason for the sync that is due when its pause is over.
  SyncCause::Kind pauses_for = SyncCause::Kind::resync;

  /// End of the last sync.
  sim::Time last_sync{};
  /// When the pause before the next sync began, if the kubelet explains itself.
  sim::Time paused_since{};
  /// The last sync, if it changed nothing and no input of it has changed since.
  std::unique_ptr<const NoopSync> noop;
  timing::Stream jitter;
  timing::Stream wake_race;

 private:
  Stage stage_ = Stage::syncing;
};

}  // namespace podreel::kubelet
