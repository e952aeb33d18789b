// What one kubelet can do: code asks for a capability by name, and never which release it is.
#pragma once

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// The capabilities of one kubelet: a release with its feature gates. Every field has at least one row in
/// behaviour_table(), which says since when it holds and which upstream change brought it.
struct Behaviour {
  Release release;

  // Deciding: computePodActions.
  bool modern_pod_actions = false;
  bool ephemeral_containers = false;
  bool sidecars = false;
  bool sandbox_without_network_panics = false;
  bool never_pod_keeps_dead_sandbox = false;
  bool sandbox_retried_without_containers = false;
  bool succeeded_pod_keeps_dead_sandbox = false;
  bool succeeded_means_exited = false;
  bool unknown_containers_killed_first = false;
  bool kill_messages_name_container = false;
  bool kill_reasons = false;
  bool startup_probe_failure_kills = false;
  bool deleted_pod_restarts_nothing = false;
  bool running_container_means_initialized = false;
  bool oom_killed_init_container_failed = false;
  bool sidecar_algorithm_for_every_pod = false;
  bool exited_container_means_initialized = false;
  bool created_init_container_restarted = false;
  bool changed_sidecar_restarted = false;
  bool container_restart_rules = false;
  bool restart_all_containers = false;
  bool in_place_resize = false;
  bool resize_from_reported_status = false;
  bool resize_from_actuated_record = false;
  bool sidecar_resize = false;
  bool init_container_resize = false;
  bool static_pod_resize = false;

  // Doing: SyncPod.
  bool pull_errors_without_unknown_code = false;
  bool killing_event_before_stop = false;
  bool container_events_name_container = false;
  bool created_event_has_colon = false;
  bool created_and_started_without_name = false;
  bool back_off_event_names_container = false;
  bool back_off_error_in_lower_case = false;
  bool hook_errors_hidden_in_events = false;
  bool post_start_error_has_cause = false;
  bool container_without_spec_has_space = false;
  bool failed_to_create_sandbox_error = false;
  bool failed_to_create_sandbox_event = false;
  bool sandbox_event_has_error = false;
  bool image_name_not_reference = false;
  bool upper_case_repository_is_named = false;
  bool pulling_event_in_upper_case = false;
  bool pulled_event_has_duration = false;
  bool pulled_event_has_waiting_time = false;
  bool pulled_event_has_size = false;
  bool pulled_event_speaks_of_access = false;
  bool pull_back_off_has_cause = false;
  bool inspect_error_without_image = false;
  bool registry_errors_are_reasons = false;
  bool image_errors_in_failed_event = false;
  bool image_lookup_by_policy = false;
  bool image_size_asked_after_pull = false;
  bool probe_termination_grace_period = false;
  bool grace_override_before_hooks = false;
  bool sidecars_terminated_in_order = false;
  bool stopped_sidecars_delay_nothing = false;
  bool sandbox_failure_of_terminating_pod_silent = false;
  bool unknown_init_containers_pruned = false;
  bool status_read_twice_before_removal = false;
  bool sleep_hook = false;
  bool back_off_key_has_resources = false;
  bool config_sandbox_result = false;
  bool sandbox_ready_reported_at_once = false;
  bool resize_results = false;

  // Reporting: pod status.
  bool pod_ips = false;
  bool host_network_pod_ips = false;
  bool pod_ips_by_family = false;
  bool host_ips = false;
  bool started_field = false;
  bool init_containers_started_field = false;
  bool created_is_waiting = false;
  bool lost_containers_reported = false;
  bool lost_containers_count_as_restarted = false;
  bool lost_init_containers_completed = false;
  bool status_builds_on_previous = false;
  bool finished_pods_get_terminal_phase = false;
  bool terminal_phase_waits_for_containers = false;
  bool terminal_pods_are_never_ready = false;
  bool started_pods_stay_initialized = false;
  bool init_containers_always_pend = false;
  bool phase_looks_at_active_sandbox = false;
  bool containers_ready_condition = false;
  bool foreign_conditions_kept = false;
  bool readiness_gates = false;
  bool disruption_target_condition = false;
  bool pod_has_network_condition = false;
  bool ready_to_start_condition = false;
  bool conditions_name_generation = false;
  bool termination_marks_unknown = false;
  bool termination_looks_at_initialization = false;
  bool kubelet_restart_resets_readiness = false;
  bool every_status_version_is_written = false;

  // The loop: pod workers, PLEG, probes, garbage collection.
  bool terminating_reports_final_phase = false;
  bool terminating_status_keeps_ips = false;
  bool evented_pleg = false;
  bool relist_on_demand = false;
  bool back_off_ends_retry = false;
  bool image_maximum_age = false;
  bool evented_pleg_takes_nanoseconds_for_seconds = false;
  bool node_informer_syncs_late = false;
  bool node_selector_predicate_is_node_affinity = false;
  bool node_affinity_rejection_explained = false;
  bool rejection_says_rejected = false;
  bool workers_take_updates_at_once = false;
  bool orphans_get_one_second = false;
  bool housekeeping_uses_runtime_cache = false;
  bool removal_waits_for_containers = false;
  bool crash_backoff_is_reduced = false;
  bool crash_backoff_has_maximum = false;
  bool image_pulls_have_maximum = false;
  bool static_pods_wait_for_their_name = false;
  bool startup_probes = false;
  bool readiness_probed_at_once = false;
  bool manual_probe_moves_ticker = false;
  bool probe_jitter_after_kubelet_start_only = false;
  bool probes_end_for_deleted_pods = false;
  bool probe_holds_after_startup_failure = false;
  bool probe_holds_after_startup_success = false;
  bool exec_probe_timeouts = false;
  bool exec_timeout_names_limit = false;
  bool http_errors_quote_url = false;
  bool probe_error_names_result = false;
  bool readiness_probe_needs_sync_context = false;
};

/// The behaviour of `release` with `gates` set. Gates that a kubelet of that release does not have, or that it has
/// locked, have no effect; whether it would start with them is check_gates' business.
[[nodiscard]] Behaviour behaviour_of(Release release, const FeatureGates& gates = {});

}  // namespace podreel::release
