// The version of this machine's control groups.
#pragma once

#include <cstdint>

namespace podreel::cri {

enum class ControlGroups : std::uint8_t { v1, v2 };

/// Returns the version that kubelets find: 2 if the file system at /sys/fs/cgroup is that of the unified hierarchy
/// (IsCgroup2UnifiedMode of github.com/opencontainers/cgroups), otherwise 1.
[[nodiscard]] ControlGroups machine_control_groups();

}  // namespace podreel::cri
