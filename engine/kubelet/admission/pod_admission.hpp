// Kubelet.HandlePodAdditions and HandlePodUpdates: which pods get workers, and with which resources.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission/pod_admit_handler.hpp"
#include "engine/kubelet/allocation/allocation_manager.hpp"
#include "engine/kubelet/eviction/eviction_manager.hpp"
#include "engine/kubelet/housekeeping.hpp"
#include "engine/kubelet/node_status/node_lister.hpp"
#include "engine/kubelet/pod_dispatcher.hpp"
#include "engine/kubelet/preemption/preemption.hpp"
#include "engine/kubelet/prober/prober_manager.hpp"
#include "engine/kubelet/shutdown/node_shutdown.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/tick_scheduler.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"

namespace podreel::kubelet {

/// Admits new pods or rejects them, and gives resized pods what they ask for. Either may have to wait until other pods
/// have made room; then an admission is pending, and nothing else may be admitted or resized before it is finished.
class PodAdmission {
 public:
  /// All must outlive the admission.
  struct Dependencies {
    const release::Behaviour& behaviour;
    sync::EventRecorder& events;
    const NodeDescription& node;
    const NodeLister& node_lister;
    PodAdmitHandler& admit_handler;
    AllocationManager& allocation;
    Preemption& preemption;
    const EvictionManager& eviction;
    const NodeShutdown& shutdown;
    StatusManager& statuses;
    ProberManager& prober;
    PodDispatcher& dispatcher;
    Housekeeping& housekeeping;
    TickScheduler& ticks;
    sim::Time kubelet_started_at{};
  };
  explicit PodAdmission(const Dependencies& dependencies) : deps_{dependencies} {}

  /// Admits the pod, which is then synced, or rejects it.
  void add(const api::PodPtr& pod);
  /// Begins to work on the pod without asking whether there is room for it.
  void start_worker(const api::PodPtr& pod);
  /// Checks whether there is room for the pod's current requests, and has it synced. `before` is null if the pod was
  /// not known.
  void update(const api::PodPtr& before, const api::PodPtr& pod);
  /// Gives what the pod uses no longer, according to its status, to those that wait for it.
  void reconcile(const api::PodPtr& before, const api::PodPtr& pod);
  /// Gives what a pod leaves that is gone to those that wait for it.
  void remove(const memory::Text& uid);

  /// Returns whether updates of the pod are ignored (AllocationManager::is_left_out).
  [[nodiscard]] bool is_left_out(const api::Pod& pod) const;

  /// Other pods have to end before the pod of the last call gets its resources.
  [[nodiscard]] bool is_pending() const noexcept { return pending_admission_.has_value(); }
  /// Waits for them. Another admission may be pending then. One must be pending.
  [[nodiscard]] sim::Task<> finish();

 private:
  void set_pending(sim::Task<> admission);
  void admit_or_reject(const api::PodPtr& pod);
  sim::Task<> admit_after_preemption(api::PodPtr pod);
  sim::Task<> admit_in_place_of(std::vector<api::PodPtr> victims, api::PodPtr pod);
  void admit(const api::PodPtr& pod);
  /// Fails the pod without a worker; housekeeping kills what it left running under a kubelet before this one.
  void reject(const api::PodPtr& pod, const Rejection& rejection);
  sim::Task<> resize(api::PodPtr pod);
  /// Has the pod's worker see its new spec.
  void dispatch_update(const api::PodPtr& pod);

  Dependencies deps_;
  std::optional<sim::Task<>> pending_admission_;
};

}  // namespace podreel::kubelet
