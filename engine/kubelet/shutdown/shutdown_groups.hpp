// Groups of pods that a node stops together when it shuts down.
#pragma once

#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/shutdown/shutdown_periods.hpp"

namespace podreel::kubelet {

struct ShutdownGroup {
  ShutdownPhase phase;
  std::vector<api::PodPtr> pods;
};

/// By their priorities alone: a group for each phase, in its order, perhaps empty. Pods below the first phase are in
/// it. `phases` are sorted and not none (groupByPriority, pkg/kubelet/nodeshutdown).
[[nodiscard]] std::vector<ShutdownGroup> group_by_priority(const std::vector<ShutdownPhase>& phases,
                                                           const std::vector<api::PodPtr>& pods);

/// Two groups: critical and static pods are the second one.
[[nodiscard]] std::vector<ShutdownGroup> group_by_criticality(const std::vector<ShutdownPhase>& phases,
                                                              const std::vector<api::PodPtr>& pods);

}  // namespace podreel::kubelet
