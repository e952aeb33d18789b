// Whether a pod takes traffic.
#pragma once

#include "engine/api/pod.hpp"

namespace podreel::api {

/// The condition Ready is True (pkg/api/v1/pod, IsPodReady).
[[nodiscard]] inline bool is_ready(const PodStatus& status) noexcept {
  const PodCondition* ready = find_condition(status, "Ready");
  return ready != nullptr && ready->status == "True";
}

[[nodiscard]] inline bool is_ready(const Pod& pod) noexcept {
  return is_ready(pod.status);
}

}  // namespace podreel::api
