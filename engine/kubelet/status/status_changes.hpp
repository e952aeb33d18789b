// Differences between two statuses of a pod, as text.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod_status.hpp"

namespace podreel::kubelet {

/// "phase Running (was Pending)", "Ready False (was True)", "app: Error 1 (was ready)" …: never empty for statuses that
/// differ.
[[nodiscard]] std::vector<std::string> changes_between(const api::PodStatus& before, const api::PodStatus& after);

}  // namespace podreel::kubelet
