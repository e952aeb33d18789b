// Containers whose exit is final must not come back in the status.
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Why the step from one status to the other is refused; nothing if it may be made. A terminated container may leave
/// that state only if its exit lets it restart. pkg/kubelet/status/status_manager.go checkContainerStateTransition.
[[nodiscard]] std::optional<std::string> illegal_transition(const api::Pod& pod, const api::PodStatus& before,
                                                            const api::PodStatus& after,
                                                            const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
