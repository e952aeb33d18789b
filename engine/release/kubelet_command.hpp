// Flags and configuration fields of the kubelets of a release.
#pragma once

#include "engine/release/release.hpp"

namespace podreel::release {

/// --config takes a kubelet.config.k8s.io/v1beta1.KubeletConfiguration.
inline constexpr ReleaseRange reads_configuration{v(10), {}};
/// A runtime behind a socket is named (--container-runtime=remote); later kubelets refuse the flag.
inline constexpr ReleaseRange names_remote_runtime{v(10), v(27)};
/// localStorageCapacityIsolation can be turned off: kubelets that cannot measure their disk start.
inline constexpr ReleaseRange has_capacity_isolation_switch{v(25), {}};
/// failCgroupV1, which 1.35 and later have on: kubelets start on cgroup v1 where it is off (KEP-4569, KEP-5573).
inline constexpr ReleaseRange has_cgroup_v1_switch{v(31), {}};
/// podLogsDir.
inline constexpr ReleaseRange has_pod_logs_dir{v(30), {}};

}  // namespace podreel::release
