// The order in which container statuses are reported.
#pragma once

#include <algorithm>
#include <utility>

#include "engine/api/pod_status.hpp"

namespace podreel::kubelet {

/// A list that is in order already stays shared (kubetypes.SortedContainerStatuses).
inline void sort_by_name(api::ContainerStatuses& statuses) {
  if (std::ranges::is_sorted(std::as_const(statuses), {}, &api::ContainerStatus::name)) return;
  std::ranges::sort(statuses, {}, &api::ContainerStatus::name);
}

}  // namespace podreel::kubelet
