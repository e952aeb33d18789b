// What a pod worker does with its pod: the three stages of a pod's life.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

/// kubetypes.SyncPodType.
enum class UpdateType : std::uint8_t { create, update, sync, kill };

struct SyncOutcome {
  /// The pod has reached a terminal phase: it goes on to be terminated.
  bool is_terminal = false;
  std::optional<std::string> error;
  /// When the back-off that failed this sync ends, where the release retries at that time.
  std::optional<sim::Time> retry_at;
  /// What was decided and why; only where the kubelet explains itself.
  std::shared_ptr<const nlohmann::ordered_json> explanation;
};

/// Changes the status that termination reports, for example for an eviction.
using StatusOverride = std::function<void(api::PodStatus&)>;

/// Kubelet.SyncPod, SyncTerminatingPod, SyncTerminatingRuntimePod and SyncTerminatedPod (pkg/kubelet/kubelet.go).
class PodSyncer {
 public:
  virtual ~PodSyncer() = default;

  virtual sim::Task<SyncOutcome> sync_pod(UpdateType type, api::PodPtr pod, CachedStatus observed) = 0;

  /// Stops all containers within `grace_period_seconds` (the pod's own if absent).
  virtual sim::Task<SyncOutcome> sync_terminating_pod(api::PodPtr pod, CachedStatus observed,
                                                      std::optional<std::int64_t> grace_period_seconds,
                                                      StatusOverride status_override) = 0;

  /// Stops a pod that is known from the runtime only.
  virtual sim::Task<SyncOutcome> sync_terminating_runtime_pod(runtime::RunningPod pod,
                                                              std::int64_t grace_period_seconds) = 0;

  virtual sim::Task<SyncOutcome> sync_terminated_pod(api::PodPtr pod, CachedStatus observed) = 0;
};

}  // namespace podreel::kubelet
