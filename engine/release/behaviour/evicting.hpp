// Evictions from a node that is short of memory, disk or process IDs (pkg/kubelet/eviction).
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in evicting.inc, which says since when kubelets have it.
enum Evicting : std::uint16_t {
  eviction_ranks_by_request = 7 * capabilities_per_area,
  eviction_ranks_by_priority,
  eviction_names_containers,
  eviction_says_larger_consumption,
  eviction_says_threshold,
  eviction_waits_for_cleanup,
  hard_evictions_are_immediate,
  critical_pods_stay,
  memory_pressure_can_be_tolerated,
  soft_eviction_keeps_shorter_grace,
  eviction_names_init_containers,
  eviction_names_pod,
  local_storage_limits_evict,
  sidecars_keep_storage_limits,
  full_disks_are_explained,
  evicting_end,
};
template <>
inline constexpr bool is_capability_area<Evicting> = true;
static_assert(evicting_end <= 8 * capabilities_per_area);

}  // namespace podreel::release
