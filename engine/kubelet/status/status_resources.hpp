// Which resources a container has been given, as its status shows it (KEP-1287).
#pragma once

#include "engine/api/container.hpp"
#include "engine/api/pod_status.hpp"
#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// Sets `allocatedResources` and `resources`: what the spec asks, for a running container what the runtime tells, and
/// where it does not tell what was reported of the same instance in `previous` (may be null).
/// pkg/kubelet/kubelet_pods.go convertContainerStatusResources.
void report_resources(api::ContainerStatus& status, const api::Container& container,
                      const runtime::ContainerStatus& seen, const api::ContainerStatus* previous);

}  // namespace podreel::kubelet
