// The priority that a pod's priority class gives it.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/api/pod.hpp"

namespace podreel::kubelet {

/// scheduling.SystemCriticalPriority: from here on pods are critical.
inline constexpr std::int64_t system_critical_priority = 2'000'000'000;

/// `spec.priority`; nothing if no admission plugin set it.
[[nodiscard]] std::optional<std::int64_t> priority_of(const api::Pod& pod);

}  // namespace podreel::kubelet
