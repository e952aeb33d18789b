// Putting pods out of their places.
#pragma once

#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"

namespace podreel::kubelet {

/// Status of a pod that gives way to another one.
[[nodiscard]] KillStatus preempted();

/// evictPodsToFreeRequests (pkg/kubelet/preemption/preemption.go): whoever asks for room waits until it is there, and
/// until then nobody else is given any (podResizeMutex, from 1.33 on allocationMutex).
class Preemption {
 public:
  /// All must outlive the preemption.
  Preemption(const sim::Process& process, sync::EventRecorder& events, PodWorkers& workers)
      : process_{process}, events_{events}, workers_{workers} {}

  [[nodiscard]] bool is_under_way() const noexcept { return under_way_; }
  /// Returns when none is under way.
  [[nodiscard]] sim::Task<> wait();
  /// One after the other, each within its own grace period; returns when they are dead, or when that has taken too
  /// long. None may be under way.
  [[nodiscard]] sim::Task<> make_room(std::vector<api::PodPtr> victims);

 private:
  const sim::Process& process_;
  sync::EventRecorder& events_;
  PodWorkers& workers_;
  bool under_way_ = false;
  std::vector<sim::EventId> waiting_;
};

}  // namespace podreel::kubelet
