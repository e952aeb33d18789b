// Graceful node shutdown.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in shutting_down.inc, which says since when kubelets have it.
enum ShuttingDown : std::uint16_t {
  graceful_node_shutdown = 6 * capabilities_per_area,
  shutdown_by_pod_priority,
  shutdown_waits_for_phases,
  shutdown_says_terminated,
  shutdown_leaves_phase,
  shutdown_is_node_condition,
  shutdown_event,
  shutdown_waits_for_unmounts,
  shutting_down_end,
};
template <>
inline constexpr bool is_capability_area<ShuttingDown> = true;
static_assert(shutting_down_end <= 7 * capabilities_per_area);

}  // namespace podreel::release
