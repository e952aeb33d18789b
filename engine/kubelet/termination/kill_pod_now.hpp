// Ending a pod that nobody has deleted.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/api/pod.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"

namespace podreel::kubelet {

struct PodKill {
  api::PodPtr pod;
  KillStatus status;
  /// In seconds; no value: the pod's own.
  std::optional<std::int64_t> grace_period_override{};
  SyncCause::Kind cause = SyncCause::Kind::unknown;
};

/// killPodNow (pkg/kubelet/pod_workers.go): returns when the pod is dead; false, with an event, when that has taken
/// longer than half as much again as its grace period, and 10 s at least.
[[nodiscard]] sim::Task<bool> kill_pod_now(const sim::Process& process, PodWorkers& workers,
                                           sync::EventRecorder& events, PodKill kill);

}  // namespace podreel::kubelet
