// Decisions of a kubelet: computePodActions.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in deciding.inc, which says since when kubelets have it.
enum Deciding : std::uint16_t {
  modern_pod_actions = 0 * capabilities_per_area,
  ephemeral_containers,
  sidecars,
  sandbox_without_network_panics,
  never_pod_keeps_dead_sandbox,
  sandbox_retried_without_containers,
  succeeded_pod_keeps_dead_sandbox,
  succeeded_means_exited,
  unknown_containers_killed_first,
  kill_messages_name_container,
  kill_reasons,
  startup_probe_failure_kills,
  deleted_pod_restarts_nothing,
  running_container_means_initialized,
  oom_killed_init_container_failed,
  sidecar_algorithm_for_every_pod,
  exited_container_means_initialized,
  created_init_container_restarted,
  changed_sidecar_restarted,
  container_restart_rules,
  restart_all_containers,
  initialization_looks_at_active_sandbox,
  deciding_end,
};
template <>
inline constexpr bool is_capability_area<Deciding> = true;
static_assert(deciding_end <= 1 * capabilities_per_area);

}  // namespace podreel::release
