// Containers that have started and that are ready, by the results of the prober.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"

namespace podreel::kubelet {

/// Sets `started` and `ready` of the statuses of init and regular containers. Returns the containers whose readiness
/// is to be probed at once, because they have started and are not known to be ready.
/// pkg/kubelet/prober/prober_manager.go UpdatePodStatus.
std::vector<std::string> update_readiness(const StatusInputs& inputs, api::PodStatus& status);

/// Whether the reported status has this container, by name and ID.
[[nodiscard]] bool is_reported(const api::PodStatus& reported, const api::ContainerStatus& container) noexcept;

/// The container was started by a kubelet before the one that started then.
[[nodiscard]] bool outlived_a_kubelet(const api::StateRunning& running, sim::Time kubelet_started_at) noexcept;

}  // namespace podreel::kubelet
