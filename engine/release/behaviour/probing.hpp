// Probes.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in probing.inc, which says since when kubelets have it.
enum Probing : std::uint16_t {
  startup_probes = 4 * capabilities_per_area,
  readiness_waits_for_startup,
  terminating_pods_are_probed,
  sidecar_probes_outlive_containers,
  readiness_probed_at_once,
  manual_probe_moves_ticker,
  readiness_trigger_precedes_status,
  probe_jitter_after_kubelet_start_only,
  probe_results_sync_pods,
  sync_begins_probes,
  probes_end_for_deleted_pods,
  probe_holds_after_startup_failure,
  probe_holds_after_startup_success,
  exec_probe_timeouts,
  exec_timeouts_recognized,
  exec_timeout_names_limit,
  http_errors_quote_url,
  probe_error_names_result,
  readiness_belongs_to_container,
  exec_probes_need_sync_context,
  probes_end_by_exit_code,
  probing_end,
};
template <>
inline constexpr bool is_capability_area<Probing> = true;
static_assert(probing_end <= 5 * capabilities_per_area);

}  // namespace podreel::release
