// Resources of containers and pods as statuses report them (KEP-1287, KEP-5419).
#pragma once

#include "engine/api/container.hpp"
#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"
#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// Sets `allocatedResources` and `resources`: the allocation; for a running container, the resources that the runtime
/// reports, or else those of the same instance in `previous` (may be null).
/// pkg/kubelet/kubelet_pods.go convertContainerStatusResources.
void report_resources(api::ContainerStatus& status, const StatusInputs& inputs, api::ContainerKind kind,
                      const api::Container& container, const runtime::ContainerStatus& seen,
                      const api::ContainerStatus* previous);

/// Sets those of the pod as a whole: what its control group has, which knows nothing of requests of memory.
void report_pod_resources(api::PodStatus& status, const StatusInputs& inputs);

}  // namespace podreel::kubelet
