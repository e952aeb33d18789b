// Kubelet.dispatchWork: the way from an event to the worker of its pod.
#pragma once

#include "engine/kubelet/explain/sync_cause.hpp"
#include "engine/kubelet/pod_syncer.hpp"

namespace podreel::kubelet {

class PodManager;
class PodTermination;
class PodWorkers;

/// Passes events on to pod workers, unless the pod needs no work any more.
class PodDispatcher {
 public:
  /// All must outlive the dispatcher.
  PodDispatcher(const PodManager& pods, PodTermination& termination, PodWorkers& workers) noexcept
      : pods_{pods}, termination_{termination}, workers_{workers} {}

  void dispatch(UpdateType type, const api::PodPtr& pod, SyncCause cause);
  /// Has the static pod synced with this mirror pod, which has changed or gone.
  void dispatch_mirror(const api::PodPtr& pod, const api::PodPtr& mirror);
  /// Has the pod synced as it is; without effect if no source has it.
  void sync(const memory::Text& uid, SyncCause cause);

 private:
  const PodManager& pods_;
  PodTermination& termination_;
  PodWorkers& workers_;
};

}  // namespace podreel::kubelet
