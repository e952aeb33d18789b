// Actions of a kubelet: SyncPod, hooks, kills, and the texts of their events.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in syncing.inc, which says since when kubelets have it.
enum Syncing : std::uint16_t {
  killing_event_before_stop = 1 * capabilities_per_area,
  container_events_name_container,
  created_event_has_colon,
  created_and_started_without_name,
  back_off_event_names_container,
  back_off_error_in_lower_case,
  hook_errors_hidden_in_events,
  post_start_error_has_cause,
  container_without_spec_has_space,
  failed_syncs_say_why,
  event_spam_filtered,
  event_spam_filtered_by_type,
  sandbox_failure_is_reported,
  failed_to_create_sandbox_error,
  failed_to_create_sandbox_event,
  sandbox_event_has_error,
  sync_errors_end_lines,
  probe_termination_grace_period,
  grace_override_before_hooks,
  sidecars_terminated_in_order,
  stopped_sidecars_delay_nothing,
  sandbox_failure_of_terminating_pod_silent,
  non_root_errors_name_container,
  volume_wait_error_is_short,
  volume_wait_ends_silently,
  service_account_volume_is_projected,
  network_error_names_container_runtime,
  unknown_init_containers_pruned,
  container_logs_are_rotated,
  rotated_logs_are_cleaned,
  log_rotation_has_workers,
  sleep_hook,
  restart_of_all_goes_on_at_once,
  restart_of_all_keeps_logs,
  back_off_key_has_resources,
  config_sandbox_result,
  sandbox_ready_reported_at_once,
  restart_count_from_logs,
  volume_wait_names_unprocessed,
  declared_features_are_checked,
  service_links_must_be_set,
  services_must_be_listed,
  headless_services_are_not_listed,
  services_have_field_labels,
  syncing_end,
};
template <>
inline constexpr bool is_capability_area<Syncing> = true;
static_assert(syncing_end <= 2 * capabilities_per_area);

}  // namespace podreel::release
