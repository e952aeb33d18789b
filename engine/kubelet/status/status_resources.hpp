// Which resources containers and pods have been given, as statuses show it (KEP-1287, KEP-5419).
#pragma once

#include "engine/api/container.hpp"
#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"
#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// Sets `allocatedResources` and `resources`: what has been allocated, for a running container what the runtime tells,
/// and where it does not tell what was reported of the same instance in `previous` (may be null).
/// pkg/kubelet/kubelet_pods.go convertContainerStatusResources.
void report_resources(api::ContainerStatus& status, const StatusInputs& inputs, api::ContainerKind kind,
                      const api::Container& container, const runtime::ContainerStatus& seen,
                      const api::ContainerStatus* previous);

/// Sets those of the pod as a whole: what its control group has, which knows nothing of requests of memory.
void report_pod_resources(api::PodStatus& status, const StatusInputs& inputs);

}  // namespace podreel::kubelet
