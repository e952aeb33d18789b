// Why a container is killed.
#pragma once

#include <string_view>

/// Upstream's containerKillReason (pkg/kubelet/kuberuntime/kuberuntime_container.go, 1.21).
namespace podreel::decide::kill_reason {

inline constexpr std::string_view none;
inline constexpr std::string_view startup_probe = "StartupProbe";
inline constexpr std::string_view liveness_probe = "LivenessProbe";
inline constexpr std::string_view failed_post_start_hook = "FailedPostStartHook";
inline constexpr std::string_view restart_all_containers = "RestartAllContainers";
inline constexpr std::string_view unknown = "Unknown";

}  // namespace podreel::decide::kill_reason
