// Reasons and messages of pod statuses that are the kubelet's own words: made once, for all statuses.
#pragma once

#include "engine/memory/text.hpp"

namespace podreel::kubelet::status_reason {

// Containers (pkg/kubelet/kubelet_pods.go).
inline const memory::Text container_creating{"ContainerCreating"};
inline const memory::Text pod_initializing{"PodInitializing"};
inline const memory::Text container_status_unknown{"ContainerStatusUnknown"};
inline const memory::Text restarting_all_containers{"RestartingAllContainers"};
inline const memory::Text completed{"Completed"};

// Conditions (pkg/kubelet/status/generate.go).
inline const memory::Text unknown_container_statuses{"UnknownContainerStatuses"};
inline const memory::Text pod_completed{"PodCompleted"};
inline const memory::Text pod_sandbox_not_ready{"PodSandboxNotReady"};
inline const memory::Text pod_failed{"PodFailed"};
inline const memory::Text containers_not_ready{"ContainersNotReady"};
inline const memory::Text containers_not_initialized{"ContainersNotInitialized"};
inline const memory::Text readiness_gates_not_ready{"ReadinessGatesNotReady"};
inline const memory::Text restart_all_containers_started{"RestartAllContainersStarted"};

// Resizes (k8s.io/api/core/v1, PodReason…; up to 1.32 status.resize says the first three).
inline const memory::Text resize_deferred{"Deferred"};
inline const memory::Text resize_infeasible{"Infeasible"};
inline const memory::Text resize_in_progress{"InProgress"};
inline const memory::Text resize_error{"Error"};

}  // namespace podreel::kubelet::status_reason

namespace podreel::kubelet::status_message {

inline const memory::Text not_located_when_terminated{"The container could not be located when the pod was terminated"};
inline const memory::Text not_located_when_deleted{
    "The container could not be located when the pod was deleted.  The container used to be Running"};
inline const memory::Text removed_for_restart_of_all{"The container is removed because RestartAllContainers in place"};
inline const memory::Text lost_init_container{
    "Unable to get init container status from container runtime and pod has been initialized, treat it as exited "
    "normally"};
inline const memory::Text no_pod_sandbox{"no pod sandbox exists"};
inline const memory::Text sandbox_without_ip{"pod sandbox has no IP address"};
inline const memory::Text exited_with_restart_rule{"container exited with restart policy rule"};

}  // namespace podreel::kubelet::status_message

namespace podreel::kubelet::condition_type {

inline const memory::Text pod_scheduled{"PodScheduled"};
inline const memory::Text ready{"Ready"};
inline const memory::Text initialized{"Initialized"};
inline const memory::Text containers_ready{"ContainersReady"};
inline const memory::Text pod_has_network{"PodHasNetwork"};
inline const memory::Text ready_to_start_containers{"PodReadyToStartContainers"};
inline const memory::Text disruption_target{"DisruptionTarget"};
inline const memory::Text resize_pending{"PodResizePending"};
inline const memory::Text resize_in_progress{"PodResizeInProgress"};

}  // namespace podreel::kubelet::condition_type
