// In-place resizes: allocation, actuation and reports.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in resizing.inc, which says since when kubelets have it.
enum Resizing : std::uint16_t {
  in_place_resize = 5 * capabilities_per_area,
  resize_from_reported_status,
  decides_on_latest_status,
  resize_from_runtime_status,
  resize_from_actuated_record,
  sidecar_resize,
  init_container_resize,
  static_pod_resize,
  resize_results,
  pod_sandbox_resources_updated,
  memory_decrease_looks_at_containers,
  resize_from_allocation,
  resize_queue,
  allocation_taken_at_update,
  resize_waits_until_pods_stop,
  resize_can_be_infeasible,
  resize_is_reinspected,
  resize_conditions,
  resize_completed_event,
  resize_events,
  resources_of_running_containers_only,
  resources_of_pod_reported,
  unreported_resources_of_pod_removed,
  pod_level_resize,
  resize_by_pod_update,
  memory_limits_cannot_shrink,
  reported_allocations_count,
  reported_resources_count,
  resize_resets_back_off,
  resized_container_is_watched,
  resize_decision_events,
  resize_error_fails_sync,
  resize_needs_pod_limits,
  static_pod_resize_is_infeasible,
  sandbox_can_reject_resize,
  resize_checked_against_node,
  missing_memory_request_is_zero,
  resizes_count_by_sums,
  unallocated_pods_are_left_out,
  empty_pod_resources_decide_qos,
  container_allocations_hidden,
  cpu_requests_read_as_weights,
  resizing_end,
};
template <>
inline constexpr bool is_capability_area<Resizing> = true;
static_assert(resizing_end <= 6 * capabilities_per_area);

}  // namespace podreel::release
