// Whether the runtime reports what a pod has been allocated (1.32).
#pragma once

#include "engine/api/pod.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::kubelet {

/// Returns whether all running containers have the resources of `allocated`, as far as these name them
/// (allocatedResourcesMatchStatus). A container whose resources are not reported has none of them.
[[nodiscard]] bool matches_status(const api::PodSpec& allocated, const runtime::PodStatus& observed);

}  // namespace podreel::kubelet
