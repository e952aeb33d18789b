// One container's exit restarts all of its pod (1.35, KEP-5532).
#pragma once

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// Condition of a pod whose containers are all being restarted.
inline const memory::Text all_containers_restarting{"AllContainersRestarting"};

/// Whether the first restart rule of `container` that matches `exit_code` says RestartAllContainers.
[[nodiscard]] bool restarts_all(const api::Container& container, std::int32_t exit_code) noexcept;

/// Whether restarting all containers is due: an init or regular container's newest instance has exited and its first
/// matching restart rule says RestartAllContainers. `reported`: the status last reported to the API, if that counts,
/// too (a restart under way, or an instance that the runtime has forgotten). Upstream's ShouldAllContainersRestart.
[[nodiscard]] bool should_all_containers_restart(const api::Pod& pod, const runtime::PodStatus& status,
                                                 const release::Behaviour& behaviour,
                                                 const api::PodStatus* reported = nullptr);

/// No instance of an init or regular container is left; ephemeral ones stay. Upstream's AllContainersRestartCleanedUp.
[[nodiscard]] bool all_containers_are_removed(const api::Pod& pod, const runtime::PodStatus& status);

/// Fills `containers_to_reset`: every instance that is left, those whose exit is a cause last.
void decide_reset(Decision& decision);

}  // namespace podreel::decide
