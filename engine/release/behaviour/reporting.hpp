// Reports of a kubelet: the pod's status.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in reporting.inc, which says since when kubelets have it.
enum Reporting : std::uint16_t {
  pod_ips = 2 * capabilities_per_area,
  host_network_pod_ips,
  pod_ips_by_family,
  host_ips,
  started_field,
  init_containers_started_field,
  created_is_waiting,
  lost_containers_reported,
  lost_containers_count_as_restarted,
  lost_init_containers_completed,
  status_builds_on_previous,
  finished_pods_get_terminal_phase,
  terminal_phase_waits_for_containers,
  terminal_pods_are_never_ready,
  deadline_status_is_bare,
  pod_list_changes_statuses,
  sleeping_post_start_hooks_panic,
  started_pods_stay_initialized,
  init_containers_always_pend,
  phase_looks_at_active_sandbox,
  containers_ready_condition,
  foreign_conditions_kept,
  readiness_gates,
  disruption_target_condition,
  pod_has_network_condition,
  ready_to_start_condition,
  generation_counted,
  conditions_name_generation,
  observed_generation_sticks,
  restart_of_all_is_last_state,
  sidecars_stay_started,
  termination_marks_unknown,
  termination_looks_at_initialization,
  kubelet_restart_resets_readiness,
  every_status_version_is_written,
  started_state_belongs_to_container,
  missing_sandbox_is_explained,
  reporting_end,
};
template <>
inline constexpr bool is_capability_area<Reporting> = true;
static_assert(reporting_end <= 3 * capabilities_per_area);

}  // namespace podreel::release
