// The version of this machine's control groups.
#pragma once

#include "engine/api/linux_resources.hpp"

namespace podreel::cri {

/// Returns the version that kubelets find: 2 if the file system at /sys/fs/cgroup is that of the unified hierarchy
/// (IsCgroup2UnifiedMode of github.com/opencontainers/cgroups), otherwise 1.
[[nodiscard]] api::CgroupVersion machine_control_groups();

}  // namespace podreel::cri
