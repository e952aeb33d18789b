// Allocated resources of pods, and their resizes.
#pragma once

#include <optional>
#include <string_view>

#include "engine/kubelet/allocation/allocated_resources.hpp"
#include "engine/kubelet/allocation/early_resize.hpp"
#include "engine/kubelet/allocation/pending_resizes.hpp"
#include "engine/kubelet/allocation/resize_conditions.hpp"
#include "engine/kubelet/allocation/resize_fit.hpp"
#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/preemption/preemption.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

/// Has pods synced.
class PodSyncTrigger {
 public:
  /// Called when what is reported of the pod's resize has changed.
  virtual void trigger_pod_sync(const api::PodPtr& pod) = 0;

 protected:
  ~PodSyncTrigger() = default;
};

/// pkg/kubelet/allocation/allocation_manager.go (1.34), and what came before it: of a pod whose spec is changed while
/// it runs the resources count that it was admitted with, until there is room for the new ones.
class AllocationManager {
 public:
  /// All must outlive the manager.
  struct Dependencies : sync::SyncDependencies {
    AllocatedResources& allocated;
    const sync::ActuatedResources& actuated;
    const NodeDescription& node;
    const PodManager& pods;
    PodAdmitHandler& admit_handler;
    Preemption& preemption;
    const SourcesReady& sources;
    PodSyncTrigger& sync_trigger;
  };
  explicit AllocationManager(const Dependencies& dependencies);

  /// The pod with the resources that it has been allocated: how it counts for admission.
  [[nodiscard]] api::PodPtr allocated(const api::PodPtr& pod) const;
  /// Returns the spec with which the pod counts for the admission of others: what it has been allocated or, where that
  /// is more, what its status still reports.
  [[nodiscard]] api::SpecPtr counted(const api::PodPtr& pod) const;

  /// Returns whether the pod does not count and its updates are ignored, because it has no allocation (1.37): it was
  /// rejected. Mirror pods have none either (mirror_deletion_goes_unnoticed).
  [[nodiscard]] bool is_left_out(const memory::Text& uid) const;

  // Events of the kubelet. They return whether retry() is due.

  /// Called when the pod was admitted.
  [[nodiscard]] bool add(const api::PodPtr& pod);
  /// Called when the pod has changed; `before` is null if it was not known.
  [[nodiscard]] bool update(const api::PodPtr& before, const api::PodPtr& pod);
  /// Called when only the pod's status has changed.
  [[nodiscard]] bool reconcile(const api::PodPtr& before, const api::PodPtr& pod) const;
  [[nodiscard]] bool remove(const memory::Text& uid);

  /// Allocates the pending resizes for which there is room, or room is made, and notifies the pods' workers, except
  /// that of the pod `synced_anyway`.
  [[nodiscard]] sim::Task<> retry(memory::Text synced_anyway = {});
  /// Starts retry() without waiting for it.
  void schedule_retry();

  // Steps of a sync.

  /// Returns the pod as its worker sees it: up to 1.31 with the resources of its spec, from 1.34 on with those that its
  /// update has given it.
  [[nodiscard]] api::PodPtr as_synced(const api::PodPtr& pod) const {
    const bool by_allocation = deps_.behaviour.has(release::resize_from_allocation) &&
                               !deps_.behaviour.has(release::allocation_taken_at_update);
    return by_allocation ? allocated(pod) : pod;
  }
  /// Returns whether a resize is pending that is allocated within the sync (1.32 and 1.33).
  [[nodiscard]] bool is_allocated_in_sync(const api::PodPtr& pod) const;
  [[nodiscard]] sim::Task<> allocate(api::PodPtr pod);
  /// Returns the pod as it is synced. Reports a resize that is complete.
  [[nodiscard]] api::PodPtr begin_sync(const api::PodPtr& pod, const runtime::PodStatus& observed);
  /// Up to 1.31 resizes are allocated within a sync, too; null in other releases.
  [[nodiscard]] EarlyResize* early() noexcept { return early_ ? &*early_ : nullptr; }
  /// Decides about the resize that a pod asks for. Returns the pod with the status that the API has of it, and in it
  /// what was decided.
  [[nodiscard]] sim::Task<api::PodPtr> allocate_early(api::PodPtr pod);
  /// Keeps the error of a resize that has failed.
  void end_sync(const api::Pod& pod, const sync::PodSyncResult& result);

  /// The pod has been stopped: it has no resize that is pending or in progress any more
  /// (determinePodResizeStatus, 1.32).
  void end_resizes(const memory::Text& uid);

  /// Null if nothing of the pod is being resized.
  [[nodiscard]] const PodResizeConditions* conditions(const memory::Text& uid) const { return conditions_.find(uid); }
  /// The resources that the pod has been allocated are in this spec; null if nothing is known of that.
  [[nodiscard]] const api::PodSpec* allocation(const memory::Text& uid) const { return deps_.allocated.find(uid); }
  /// Grows with everything that statuses say of resizes.
  [[nodiscard]] std::uint64_t version() const noexcept { return conditions_.version(); }
  /// Changes when a pod has been allocated other resources.
  [[nodiscard]] sim::IdleSource& allocations() noexcept { return allocations_; }

 private:
  void retry_after(sim::Duration delay);
  /// Why there is no room for what the pod asks for, even if others make room for it.
  sim::Task<std::optional<ResizeMisfit>> find_resize_misfit(api::PodPtr pod);
  void defer(const api::Pod& pod, const ResizeMisfit& misfit);
  [[nodiscard]] bool is_deferred(const memory::Text& uid) const;
  [[nodiscard]] bool requests_more(const api::Pod& pod) const;
  /// Some container does not have what it has been allocated.
  [[nodiscard]] bool is_in_progress(const api::Pod& allocated, const runtime::PodStatus& observed) const;
  void record_event(const api::Pod& pod, sync::EventType type, std::string_view reason, std::string message);

  Dependencies deps_;
  std::optional<EarlyResize> early_;
  ResizeConditions conditions_;
  PendingResizes pending_;
  sim::IdleSource allocations_{"allocated resources"};
  std::optional<sim::EventId> timer_;
};

}  // namespace podreel::kubelet
