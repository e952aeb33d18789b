// Reasons and messages of pod statuses that are the kubelet's own words.
#pragma once

#include <string_view>

namespace podreel::kubelet::status_reason {

// Containers (pkg/kubelet/kubelet_pods.go).
inline constexpr std::string_view container_creating = "ContainerCreating";
inline constexpr std::string_view pod_initializing = "PodInitializing";
inline constexpr std::string_view container_status_unknown = "ContainerStatusUnknown";
inline constexpr std::string_view restarting_all_containers = "RestartingAllContainers";
inline constexpr std::string_view completed = "Completed";

// Conditions (pkg/kubelet/status/generate.go).
inline constexpr std::string_view unknown_container_statuses = "UnknownContainerStatuses";
inline constexpr std::string_view pod_completed = "PodCompleted";
inline constexpr std::string_view pod_failed = "PodFailed";
inline constexpr std::string_view containers_not_ready = "ContainersNotReady";
inline constexpr std::string_view containers_not_initialized = "ContainersNotInitialized";
inline constexpr std::string_view readiness_gates_not_ready = "ReadinessGatesNotReady";
inline constexpr std::string_view restart_all_containers_started = "RestartAllContainersStarted";

}  // namespace podreel::kubelet::status_reason

namespace podreel::kubelet::status_message {

inline constexpr std::string_view not_located_when_terminated =
    "The container could not be located when the pod was terminated";
inline constexpr std::string_view not_located_when_deleted =
    "The container could not be located when the pod was deleted.  The container used to be Running";
inline constexpr std::string_view removed_for_restart_of_all =
    "The container is removed because RestartAllContainers in place";
inline constexpr std::string_view lost_init_container =
    "Unable to get init container status from container runtime and pod has been initialized, treat it as exited "
    "normally";
inline constexpr std::string_view exited_with_restart_rule = "container exited with restart policy rule";

}  // namespace podreel::kubelet::status_message

namespace podreel::kubelet::condition_type {

inline constexpr std::string_view pod_scheduled = "PodScheduled";
inline constexpr std::string_view ready = "Ready";
inline constexpr std::string_view initialized = "Initialized";
inline constexpr std::string_view containers_ready = "ContainersReady";
inline constexpr std::string_view pod_has_network = "PodHasNetwork";
inline constexpr std::string_view ready_to_start_containers = "PodReadyToStartContainers";
inline constexpr std::string_view disruption_target = "DisruptionTarget";
inline constexpr std::string_view all_containers_restarting = "AllContainersRestarting";

}  // namespace podreel::kubelet::condition_type
