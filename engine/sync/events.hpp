// The kubelet's event recorder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::sync {

enum class EventType : std::uint8_t { normal, warning };

/// "Normal" or "Warning".
[[nodiscard]] std::string_view to_string(EventType type) noexcept;

/// Reasons of pkg/kubelet/events/event.go.
namespace event_reason {
inline constexpr std::string_view created = "Created";
inline constexpr std::string_view started = "Started";
inline constexpr std::string_view failed = "Failed";
inline constexpr std::string_view killing = "Killing";
inline constexpr std::string_view back_off = "BackOff";
inline constexpr std::string_view pulling = "Pulling";
inline constexpr std::string_view pulled = "Pulled";
inline constexpr std::string_view inspect_failed = "InspectFailed";
inline constexpr std::string_view image_never_pull = "ErrImageNeverPull";
inline constexpr std::string_view failed_post_start_hook = "FailedPostStartHook";
inline constexpr std::string_view failed_pre_stop_hook = "FailedPreStopHook";
inline constexpr std::string_view sandbox_changed = "SandboxChanged";
inline constexpr std::string_view failed_create_sandbox = "FailedCreatePodSandBox";
inline constexpr std::string_view failed_sandbox_status = "FailedPodSandBoxStatus";
inline constexpr std::string_view failed_mount = "FailedMount";
inline constexpr std::string_view failed_attach_volume = "FailedAttachVolume";
inline constexpr std::string_view successful_attach_volume = "SuccessfulAttachVolume";
inline constexpr std::string_view failed_sync = "FailedSync";
inline constexpr std::string_view failed_pull_secret = "FailedToRetrieveImagePullSecret";
inline constexpr std::string_view network_not_ready = "NetworkNotReady";
inline constexpr std::string_view preempting = "Preempting";
inline constexpr std::string_view resize_started = "ResizeStarted";
inline constexpr std::string_view resize_completed = "ResizeCompleted";
inline constexpr std::string_view resize_deferred = "ResizeDeferred";
inline constexpr std::string_view resize_infeasible = "ResizeInfeasible";
inline constexpr std::string_view resize_error = "ResizeError";
inline constexpr std::string_view exceeded_grace_period = "ExceededGracePeriod";
inline constexpr std::string_view evicted = "Evicted";
// Reasons of events about nodes.
inline constexpr std::string_view node_rebooted = "Rebooted";
inline constexpr std::string_view node_shutdown = "Shutdown";
inline constexpr std::string_view node_not_ready = "NodeNotReady";
inline constexpr std::string_view system_oom = "SystemOOM";
inline constexpr std::string_view eviction_threshold_met = "EvictionThresholdMet";
}  // namespace event_reason

/// client-go's record.EventRecorder, as far as pods and their node are concerned. Returns at once; what becomes of the
/// event is the implementation's business.
class EventRecorder {
 public:
  virtual ~EventRecorder() = default;

  /// False: nobody receives the events, so they need not be recorded.
  [[nodiscard]] virtual bool is_listening() const { return true; }

  /// `field_path` names the container ("spec.containers{app}") and is empty for the pod itself.
  virtual void record(const api::Pod& pod, std::string_view field_path, EventType type, std::string_view reason,
                      std::string message) = 0;
  /// An event of the node itself; nothing where it is not overridden.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): others keep it.
  virtual void record_of_node(EventType /*type*/, std::string_view /*reason*/, std::string /*message*/) {}
};

/// "spec.containers{app}", "spec.initContainers{app}", "spec.ephemeralContainers{app}", or for a container that is not
/// in the spec "implicitly required container app" (kubecontainer.GenerateContainerRef).
[[nodiscard]] std::string field_path(const api::PodSpec& spec, std::string_view container);

/// recordContainerEvent: events of containers that the spec does not have are dropped (FilterEventRecorder); in
/// `message` every `container_id` is replaced by the container's name, so that events of successive instances are the
/// same. An empty id replaces nothing.
void record_container_event(EventRecorder& recorder, const api::Pod& pod, std::string_view container,
                            std::string_view container_id, EventType type, std::string_view reason,
                            std::string message);

}  // namespace podreel::sync
