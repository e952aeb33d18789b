// The conditions of a pod that its kubelet owns.
#pragma once

#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/status/status_inputs.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

// Each is one of pkg/kubelet/status/generate.go; times are left unset (the status manager's matter).

[[nodiscard]] api::PodCondition containers_ready_condition(const api::Pod& pod, const api::PodStatus& status,
                                                           const release::Behaviour& behaviour);

/// As ContainersReady, and the pod's readiness gates, which are looked up in `status.conditions`.
[[nodiscard]] api::PodCondition ready_condition(const api::Pod& pod, const api::PodStatus& status,
                                                const release::Behaviour& behaviour);

[[nodiscard]] api::PodCondition initialized_condition(const StatusInputs& inputs, const api::PodStatus& status);

/// ContainersReady or Ready of a pod in a terminal phase.
[[nodiscard]] api::PodCondition terminal_condition(const memory::Text& type, const api::Pod& pod, api::PodPhase phase,
                                                   const release::Behaviour& behaviour);

/// Sets all conditions of the new status: those of others as the API has them, then the kubelet's own. `status` has its
/// phase and its container statuses, readiness included.
void build_conditions(const StatusInputs& inputs, api::PodStatus& status);

/// PodReadyToStartContainers becomes True in a status that is there already.
void set_ready_to_start(api::PodStatus& status, const api::Pod& pod, const release::Behaviour& behaviour);

/// Whether a kubelet of this release writes the condition. pkg/kubelet/types PodConditionByKubelet.
[[nodiscard]] bool is_kubelets_own(const memory::Text& type, const release::Behaviour& behaviour) noexcept;

}  // namespace podreel::kubelet
