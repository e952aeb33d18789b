// The conditions of a node that is short of something.
#pragma once

#include <array>
#include <string_view>

#include "engine/kubelet/eviction/eviction_signal.hpp"

namespace podreel::kubelet {

/// Condition, and the messages when it begins and ends (pkg/kubelet/nodestatus/setters.go).
struct NodePressure {
  std::string_view condition;
  std::string_view event;
  std::string_view message;
  std::string_view relieved_event;
  std::string_view relieved_message;
};

inline constexpr std::array node_pressures{
    NodePressure{"MemoryPressure", "NodeHasInsufficientMemory", "kubelet has insufficient memory available",
                 "NodeHasSufficientMemory", "kubelet has sufficient memory available"},
    NodePressure{"DiskPressure", "NodeHasDiskPressure", "kubelet has disk pressure", "NodeHasNoDiskPressure",
                 "kubelet has no disk pressure"},
    NodePressure{"PIDPressure", "NodeHasInsufficientPID", "kubelet has insufficient PID available",
                 "NodeHasSufficientPID", "kubelet has sufficient PID available"}};

/// The condition that a threshold of `signal` leads to.
[[nodiscard]] constexpr std::string_view condition_of(EvictionSignal signal) noexcept {
  if (signal == EvictionSignal::memory_available) return node_pressures[0].condition;
  return node_pressures[signal == EvictionSignal::pid_available ? 2 : 1].condition;
}

}  // namespace podreel::kubelet
