// CPU and memory as Linux' control groups have them.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/api/resource_amounts.hpp"

namespace podreel::api {

/// Versions of the kernel's control groups.
enum class CgroupVersion : std::int32_t { v1 = 1, v2 = 2 };

/// CRI's LinuxContainerResources, as far as a kubelet changes them while a container runs. 0 is "not set".
struct LinuxResources {
  /// 1024 for each CPU.
  std::int64_t cpu_shares = 0;
  /// Microseconds of each 100 ms.
  std::int64_t cpu_quota = 0;
  /// Bytes.
  std::int64_t memory = 0;
  friend bool operator==(const LinuxResources&, const LinuxResources&) = default;
};

/// Smallest request and limit of CPU that the kernel distinguishes (cm.MinShares, cm.MinMilliCPULimit), in thousandths
/// of a CPU.
inline constexpr std::int64_t min_cpu_request = 2;
inline constexpr std::int64_t min_cpu_limit = 10;

/// pkg/kubelet/cm/helpers_linux.go MilliCPUToShares and MilliCPUToQuota, of thousandths of a CPU.
[[nodiscard]] std::int64_t cpu_shares(std::int64_t request) noexcept;
[[nodiscard]] std::int64_t cpu_quota(std::int64_t limit) noexcept;

/// Returns the thousandths of a CPU that shares amount to, rounded up, which undoes the rounding of cpu_shares
/// (SharesToMilliCPU).
[[nodiscard]] std::int64_t cpu_request(std::int64_t shares) noexcept;

/// Returns the settings of a container with these amounts (kuberuntime's calculateLinuxResources).
[[nodiscard]] LinuxResources linux_resources(const ResourceAmounts& amounts) noexcept;

/// The requests and limits that such resources amount to (toKubeContainerResources): the kernel does not know of
/// requests of memory.
[[nodiscard]] std::pair<ResourceList, ResourceList> requests_and_limits(const LinuxResources& resources);

}  // namespace podreel::api
