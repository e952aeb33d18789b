// Statuses of containers that the runtime does not have, or has in an unknown state.
#pragma once

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"

namespace podreel::kubelet {

/// Exit code of a container whose end nobody saw.
inline constexpr std::int32_t lost_exit_code = 137;

/// "Nobody saw it end": reason ContainerStatusUnknown, exit code 137, without times.
[[nodiscard]] api::StateTerminated unseen_end();

/// Corrects the waiting `status` of a container that the runtime does not have any more although it was reported
/// before as `previous`: one that ran has ended.
void report_lost(api::ContainerStatus& status, const api::ContainerStatus& previous, const StatusInputs& inputs);

/// Reports an init container that the runtime does not have any more as completed (1.36).
void report_completed(api::ContainerStatus& status);

}  // namespace podreel::kubelet
