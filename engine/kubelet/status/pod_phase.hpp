// A pod's phase from the states of its containers.
#pragma once

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/kubelet_pods.go getPhase. `status` has the container statuses, with `started` still as reported before.
[[nodiscard]] api::PodPhase phase_of(const StatusInputs& inputs, const api::PodStatus& status);

/// A regular container runs or has run, by its status. pkg/kubelet/container HasAnyRegularContainerStarted (1.28).
[[nodiscard]] bool any_regular_container_started(const api::PodSpec& spec, const api::ContainerStatuses& statuses);

}  // namespace podreel::kubelet
