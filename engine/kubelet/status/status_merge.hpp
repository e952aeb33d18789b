// From the status that the kubelet has to the one that it writes, and whether two are the same.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// Returns the status to write over `existing`: the kubelet's conditions beside those of others, and a terminal phase
/// only once no container can run any more (`delay_terminal_phase`). pkg/kubelet/status/status_manager.go
/// mergePodStatus.
[[nodiscard]] api::PodStatus merge_status(const api::Pod& existing, const api::PodStatus& reported,
                                          bool delay_terminal_phase, const release::Behaviour& behaviour,
                                          sim::Time now);

/// Cuts times to whole seconds and termination messages to their share, and orders container statuses. Lists that are
/// so already stay shared.
/// pkg/kubelet/status/status_manager.go normalizeStatus.
void normalize_status(const api::Pod& pod, api::PodStatus& status);

/// Removes the fields of `status` that `own` does not know: another kubelet has written them, and this one's types do
/// not have them. Lists without any stay shared.
void leave_out_unknown(api::PodStatus& status, const api::PodStatus& own);

/// Equal but for other people's conditions and for when conditions changed. isPodStatusByKubeletEqual.
[[nodiscard]] bool same_for_kubelet(const api::PodStatus& before, const api::PodStatus& now,
                                    const release::Behaviour& behaviour);

/// Sets when the kubelet's conditions changed: now, or when they did according to `before`.
void set_transition_times(api::PodStatus& status, const api::PodStatus& before, const release::Behaviour& behaviour,
                          sim::Time now);

}  // namespace podreel::kubelet
