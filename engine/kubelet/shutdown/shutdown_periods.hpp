// The configured time by which a kubelet delays the shutdown of its node.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// KubeletConfiguration.shutdownGracePeriodByPodPriority[].
struct ShutdownPhase {
  /// Pods of this priority, up to that of the next phase.
  std::int32_t priority = 0;
  /// Not negative.
  std::int64_t seconds = 0;
  friend bool operator==(const ShutdownPhase&, const ShutdownPhase&) = default;
};

struct ShutdownPeriods {
  /// shutdownGracePeriod: of all pods.
  sim::Duration all{};
  /// shutdownGracePeriodCriticalPods: the last part of it.
  sim::Duration critical{};
  std::vector<ShutdownPhase> by_priority{};
  friend bool operator==(const ShutdownPeriods&, const ShutdownPeriods&) = default;
};

/// In the order of their priorities; none: this kubelet does not delay anything.
[[nodiscard]] std::vector<ShutdownPhase> shutdown_phases(const ShutdownPeriods& periods,
                                                         const release::Behaviour& behaviour);

/// Delay that the kubelet requests from logind: the sum of all phases.
[[nodiscard]] sim::Duration length_of(const std::vector<ShutdownPhase>& phases);

}  // namespace podreel::kubelet
