// Container statuses for the API, from the runtime's status and the status that was reported before.
#pragma once

#include <vector>

#include "engine/kubelet/status/status_inputs.hpp"

namespace podreel::kubelet {

/// The statuses of the pod's containers of one kind; init containers in the order of the spec, the others by name.
/// `ready` and `started` are left as they were (container_readiness.hpp sets them).
/// pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses.
[[nodiscard]] api::ContainerStatuses build_container_statuses(const StatusInputs& inputs, api::ContainerKind kind);

}  // namespace podreel::kubelet
