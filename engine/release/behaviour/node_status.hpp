// Node status that a kubelet reports, handling of a node without heartbeats, and nodes that run out of memory
// (pkg/kubelet/nodestatus, pkg/kubelet/oom, pkg/controller/nodelifecycle).
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in node_status.inc, which says since when kubelets have it.
enum NodeStatus : std::uint16_t {
  node_leases = 8 * capabilities_per_area,
  node_errors_are_listed,
  node_errors_end_in_periods,
  node_reported_before_runtime_check,
  pid_pressure_reported,
  out_of_disk_reported,
  node_monitor_grace_is_longer,
  taint_based_evictions,
  oom_kills_whole_containers,
  oom_kills_can_be_single,
  system_oom_is_reported,
  resource_slices_wiped_at_start,
  node_status_end,
};
template <>
inline constexpr bool is_capability_area<NodeStatus> = true;
static_assert(node_status_end <= 9 * capabilities_per_area);

}  // namespace podreel::release
