// What differs between releases: one table, a row per difference. Code asks for a capability by name.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// The capabilities of one kubelet: a release with its feature gates. Every field has at least one row in the table
/// (behaviour_table.cpp), which says since when it holds and which upstream change brought it.
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
  bool image_maximum_age = false;
  bool evented_pleg_takes_nanoseconds_for_seconds = false;
  bool node_informer_syncs_late = false;
  bool node_affinity_rejection_explained = false;
  bool rejection_says_rejected = false;
  bool workers_take_updates_at_once = false;
  bool orphans_get_one_second = false;
  bool housekeeping_uses_runtime_cache = false;
  bool removal_waits_for_containers = false;
  bool crash_backoff_is_reduced = false;
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

/// A half-open range of releases: [since, until). Without `until` it is open-ended.
struct ReleaseRange {
  Release since;
  std::optional<Release> until;
  [[nodiscard]] bool contains(Release release) const noexcept {
    return release >= since && (!until || release < *until);
  }
};

/// A feature gate's stages. Before `on_by_default` it is off unless set; from `locked` on it cannot be set any more.
struct Gate {
  std::string_view name;
  std::optional<Release> on_by_default;
  std::optional<Release> locked;
  /// False: the row holds while the gate is off.
  bool wanted = true;
};

/// Whether a gate is on in a release: by its stage, or as set.
[[nodiscard]] bool is_on(const Gate& gate, Release release, const FeatureGates& gates);

/// The gates that a row needs, all of them.
class Gates {
 public:
  Gates() = default;
  Gates(Gate gate) : gates_{gate} {}
  Gates(std::initializer_list<Gate> gates) : gates_(gates) {}

  [[nodiscard]] bool empty() const noexcept { return gates_.empty(); }
  [[nodiscard]] auto begin() const noexcept { return gates_.begin(); }
  [[nodiscard]] auto end() const noexcept { return gates_.end(); }

 private:
  std::vector<Gate> gates_;
};

/// One difference between releases. A capability may have several rows; it holds where any of them does.
struct BehaviourRow {
  bool Behaviour::*capability = nullptr;
  std::string_view name;
  /// The row holds in any of these ranges, as far as its gates allow.
  std::vector<ReleaseRange> ranges;
  Gates gates;
  /// What changes, in a sentence.
  std::string_view what;
  /// Upstream KEP, pull request or issue.
  std::string_view source;
  /// False where no recording of a real kubelet has confirmed the row.
  bool verified = true;
};

[[nodiscard]] std::span<const BehaviourRow> behaviour_table();

/// The row that speaks of `capability` in `release`, gates aside; null if none does.
[[nodiscard]] const BehaviourRow* row_of(bool Behaviour::*capability, Release release);

/// Since when the row holds without a break, seen from `release`; nothing if it does not hold there.
[[nodiscard]] std::optional<Release> since(const BehaviourRow& row, Release release);

/// The behaviour of `release` with `gates` set; gates that the table does not know have no effect here (the loader
/// of scenarios reports them).
[[nodiscard]] Behaviour behaviour_of(Release release, const FeatureGates& gates = {});

}  // namespace podreel::release
