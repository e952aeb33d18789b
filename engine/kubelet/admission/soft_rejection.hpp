// A pod that is admitted and yet not run as long as something speaks against it (canRunPod, pkg/kubelet/kubelet.go, up
// to 1.30).
#pragma once

#include <string>

#include "engine/api/pod_status.hpp"

namespace podreel::kubelet {

/// The status of a pod that does not run for want of AppArmor. `problem`: see app_armor_problem.
[[nodiscard]] api::PodStatus blocked_status(api::PodStatus status, const std::string& problem);

}  // namespace podreel::kubelet
