// Which resources pods have been promised, and the resizes of them.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/kubelet/allocation/allocated_resources.hpp"
#include "engine/kubelet/allocation/early_resize.hpp"
#include "engine/kubelet/allocation/pending_resizes.hpp"
#include "engine/kubelet/allocation/resize_conditions.hpp"
#include "engine/kubelet/allocation/resize_fit.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/environment.hpp"
#include "engine/sync/pod_sync_result.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/allocation/allocation_manager.go (1.34), and what came before it: of a pod whose spec is changed while
/// it runs the resources count that it was admitted with, until there is room for the new ones.
class AllocationManager {
 public:
  struct Dependencies : sync::Environment {
    AllocatedResources& allocated;
    const sync::ActuatedResources& actuated;
    const NodeDescription& node;
    std::function<api::PodPtr(const api::Text& uid)> find_pod;
    WhyRejected why_rejected;
    std::function<bool()> sources_are_ready;
    /// The pod is to be synced as soon as possible.
    std::function<void(const api::PodPtr& pod)> sync;
  };
  explicit AllocationManager(const Dependencies& dependencies);

  /// The pod with the resources that it has been allocated: how it counts for admission.
  [[nodiscard]] api::PodPtr allocated(const api::PodPtr& pod) const;

  // What the kubelet hears of.

  /// The pod was admitted.
  void add(const api::PodPtr& pod);
  /// The pod's spec may have changed; its worker hears of that next.
  void update(const api::PodPtr& pod);
  void remove(const api::Text& uid);
  /// There may be more room.
  void retry() { retry({}); }

  // What a sync asks for.

  /// The pod as its worker sees it: up to 1.31 with what its spec asks for.
  [[nodiscard]] api::PodPtr as_synced(const api::PodPtr& pod) const {
    return deps_.behaviour.resize_from_allocation ? allocated(pod) : pod;
  }
  /// The pod as it is synced. Tells of a resize that is complete.
  [[nodiscard]] api::PodPtr begin_sync(const api::PodPtr& pod, const runtime::PodStatus& observed);
  /// Up to 1.31 resizes are allocated within a sync; null in other releases.
  [[nodiscard]] EarlyResize* early() noexcept { return early_ ? &*early_ : nullptr; }
  /// The resize may have failed.
  void end_sync(const api::Pod& pod, const sync::PodSyncResult& result);

  /// Null if nothing of the pod is being resized.
  [[nodiscard]] const PodResizeConditions* conditions(const api::Text& uid) const { return conditions_.find(uid); }
  /// The resources that the pod has been allocated are in this spec; null if nothing is known of that.
  [[nodiscard]] const api::PodSpec* allocation(const api::Text& uid) const { return deps_.allocated.find(uid); }
  /// Grows with everything that statuses say of resizes.
  [[nodiscard]] std::uint64_t version() const noexcept { return conditions_.version(); }

 private:
  /// `synced_anyway` needs no sync of its own.
  void retry(const api::Text& synced_anyway);
  void retry_after(sim::Duration delay);
  /// Returns whether the pod was given what its spec asks for.
  bool allocate(const api::PodPtr& pod);
  void defer(const api::Pod& pod, const ResizeMisfit& misfit);
  [[nodiscard]] bool is_deferred(const api::Text& uid) const;
  [[nodiscard]] bool asks_for_more(const api::Pod& pod) const;
  /// Some container does not have what it has been allocated.
  [[nodiscard]] bool is_in_progress(const api::Pod& allocated, const runtime::PodStatus& observed) const;
  void tell(const api::Pod& pod, sync::EventType type, std::string_view reason, std::string message);

  Dependencies deps_;
  std::optional<EarlyResize> early_;
  ResizeConditions conditions_;
  PendingResizes pending_;
  std::optional<sim::EventId> timer_;
};

}  // namespace podreel::kubelet
