// Order in which pods are evicted.
#pragma once

#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/eviction/eviction_signal.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// A pod and what it uses of what is short, with what it requests of that.
struct RankedPod {
  api::PodPtr pod;
  std::int64_t used = 0;
  std::int64_t requested = 0;

  [[nodiscard]] std::int64_t excess() const noexcept { return used - requested; }
};

/// Usage for `signal`: bytes, inodes or processes.
[[nodiscard]] std::int64_t usage_of(const runtime::ContainerUsage& usage, EvictionSignal signal) noexcept;

/// The first to go comes first (rankMemoryPressure, rankPIDPressure, rankDiskPressureFunc); pods that are alike stay in
/// their order.
[[nodiscard]] std::vector<RankedPod> ranked(const std::vector<api::PodPtr>& pods, EvictionSignal signal,
                                            const runtime::Runtime& runtime, const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
