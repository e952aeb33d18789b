// Triggers of a kubelet: sources, admission, pod workers, PLEG, housekeeping, garbage collection.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in looping.inc, which says since when kubelets have it.
enum Looping : std::uint16_t {
  terminating_reports_final_phase = 3 * capabilities_per_area,
  evented_pleg,
  relist_on_demand,
  back_off_ends_retry,
  image_maximum_age,
  evented_pleg_takes_nanoseconds_for_seconds,
  pods_wait_for_node,
  node_informer_syncs_late,
  predicates_are_scheduler_plugins,
  predicate_failures_explained,
  taints_are_admission,
  pod_os_is_admission,
  pod_overhead,
  finished_pods_skip_admission,
  completed_pods_take_room,
  killed_status_is_bare,
  rejection_says_rejected,
  workers_take_updates_at_once,
  pod_workers_have_stages,
  finished_pods_synced_at_start,
  finished_pods_terminated_at_start,
  running_containers_delay_termination,
  housekeeping_uses_runtime_cache,
  crash_backoff_is_reduced,
  crash_backoff_has_maximum,
  image_pulls_have_maximum,
  requests_are_frequent,
  event_rate_can_be_unlimited,
  sidecar_host_ports_count,
  app_armor,
  app_armor_looks_for_profiles,
  app_armor_rejects,
  unsafe_sysctls_in_configuration,
  sysctls_are_allowlisted,
  sysctl_namespaces_are_capitalized,
  ping_group_range_is_safe,
  unprivileged_port_start_is_safe,
  local_reserved_ports_are_safe,
  tcp_keepalive_is_safe,
  tcp_memory_is_safe,
  static_pods_wait_for_their_name,
  unstarted_static_pods_give_way,
  static_pods_wait_for_the_killer,
  reused_uids_start_again,
  restarts_miss_a_housekeeping,
  deletion_waits_for_sandboxes,
  orphaned_workers_terminate,
  zero_grace_counts,
  mirror_deletion_goes_unnoticed,
  wanted_pods_are_no_orphans,
  termination_cancels_volume_wait,
  terminating_status_keeps_ips,
  disk_pressure_spares_live_pods,
  events_request_relists,
  tcp_start_and_backlog_are_safe,
  runtime_pods_are_forgotten,
  rejection_keeps_qos_class,
  vanished_objects_are_left_out,
  looping_end,
};
template <>
inline constexpr bool is_capability_area<Looping> = true;
static_assert(looping_end <= 4 * capabilities_per_area);

}  // namespace podreel::release
