// The work of a pod worker: the three stages of a pod's life.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

struct ExplainedSync;
struct WaitingSync;

/// kubetypes.SyncPodType.
enum class UpdateType : std::uint8_t { create, update, sync, kill };

/// Inputs of a sync besides the pod, its observed status and the one that is reported: equal ones mean that nothing
/// of it has changed.
struct SyncInputs {
  /// Sum of the versions of probe results, resizes and config objects.
  std::uint64_t changes = 0;
  bool has_network = true;
  /// A probe of the pod is under way, whose result may come while the pod is synced.
  bool is_probing = false;
  friend bool operator==(const SyncInputs&, const SyncInputs&) = default;
};

/// The reported status of a pod that the kubelet kills (KillPodOptions.PodStatusFunc).
struct KillStatus {
  enum class Phase : std::uint8_t { failed, failed_unless_succeeded, kept };

  std::string_view reason;
  std::string message{};
  /// Message of its condition DisruptionTarget.
  std::string disruption{};
  Phase phase = Phase::failed;
  /// All that is left of it is removed as of a deleted pod (KillPodOptions.Evict).
  bool is_eviction = true;
};

/// The way in which a pod is terminated.
struct Termination {
  /// The pod's own, if absent.
  std::optional<std::int64_t> grace_period_seconds{};
  std::optional<KillStatus> status{};
};

struct StageOutcome {
  /// Nothing was reported and nothing was done, nor would be by a further sync with the same pod, observed status and
  /// inputs.
  bool is_idle = false;
  /// Nothing was reported, and nothing was done but to find containers in back-off. Null: it was more than that.
  std::shared_ptr<const WaitingSync> waiting;
  /// The pod has reached a terminal phase: it goes on to be terminated.
  bool is_terminal = false;
  std::optional<std::string> error;
  /// With an error: the pod's status could not be read, so that the sync did not begin.
  bool is_status_unknown = false;
  /// With an error: when the back-off ends that is the reason, or the first of several.
  std::optional<sim::Time> back_off_ends;
  /// With an error: it may be gone soon.
  bool is_transient = false;
  /// The sync did something, which the pod's next sync should see before the next relist of all pods.
  bool wants_relist = false;
  /// The decisions and their reasons; only where the kubelet explains itself.
  std::shared_ptr<const ExplainedSync> explanation;
};

/// Kubelet.SyncPod, SyncTerminatingPod, SyncTerminatingRuntimePod and SyncTerminatedPod (pkg/kubelet/kubelet.go). Each
/// writes how it ended to `outcome`, which must outlive it: so it has one place, however many coroutines wait.
class PodSyncer {
 public:
  virtual ~PodSyncer() = default;

  [[nodiscard]] virtual SyncInputs inputs_of(const memory::Text& uid) const = 0;

  /// Returns the pod with the resources that an update which is dispatched now gives it: its own, unless those that it
  /// has been allocated are others (1.34).
  [[nodiscard]] virtual api::PodPtr allocated(const api::PodPtr& pod) const { return pod; }

  /// The pod's termination was requested: the context of its syncs is cancelled, whether one is under way or not.
  virtual void cancel_context(const memory::Text& /*uid*/) {}
  /// The pod is to be terminated while sync_pod() is under way: what only waits gives up.
  virtual void cancel_sync(const memory::Text& /*uid*/) {}

  /// The pod cannot be synced, since the runtime does not say how it is.
  virtual void report_unknown_status(const api::Pod& /*pod*/, const runtime::Error& /*error*/) {}

  /// A stage of the pod has failed.
  virtual void report_failed_sync(const api::Pod& /*pod*/) {}

  /// Returns what became of the pod's status since the last call, in steps; none unless the kubelet explains itself.
  [[nodiscard]] virtual nlohmann::ordered_json take_status_steps(const memory::Text& uid);

  /// `mirror`: a static pod's mirror pod, as the update has it.
  virtual sim::Task<> sync_pod(api::PodPtr pod, api::PodPtr mirror, CachedStatus observed, StageOutcome& outcome) = 0;

  /// Returns whether a sync that finds the pod, its observed status and the inputs as `last` did would do the same
  /// again.
  [[nodiscard]] virtual bool would_repeat(const WaitingSync& /*last*/) const { return false; }
  /// Does it.
  virtual void repeat(const WaitingSync& /*last*/) {}

  /// Stops all containers.
  virtual sim::Task<> sync_terminating_pod(api::PodPtr pod, CachedStatus observed, Termination termination,
                                           StageOutcome& outcome) = 0;

  /// Stops a pod that is known from the runtime only, within `grace_period_seconds` and without hooks.
  virtual sim::Task<> sync_terminating_runtime_pod(runtime::RunningPod pod,
                                                   std::optional<std::int64_t> grace_period_seconds,
                                                   StageOutcome& outcome) = 0;

  virtual sim::Task<> sync_terminated_pod(api::PodPtr pod, CachedStatus observed, StageOutcome& outcome) = 0;
};

}  // namespace podreel::kubelet
