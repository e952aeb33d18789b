#include "engine/kubelet/shutdown/shutdown_groups.hpp"

#include <algorithm>

#include "engine/kubelet/pod_priority.hpp"
#include "engine/kubelet/preemption/victims.hpp"

namespace podreel::kubelet {

namespace {

std::vector<ShutdownGroup> empty_groups(const std::vector<ShutdownPhase>& phases) {
  std::vector<ShutdownGroup> groups;
  for (const ShutdownPhase& phase : phases) groups.push_back({phase, {}});
  return groups;
}

}  // namespace

std::vector<ShutdownGroup> group_by_priority(const std::vector<ShutdownPhase>& phases,
                                             const std::vector<api::PodPtr>& pods) {
  std::vector<ShutdownGroup> groups = empty_groups(phases);
  for (const api::PodPtr& pod : pods) {
    const std::int64_t priority = priority_of(*pod).value_or(0);
    const auto above = std::ranges::find_if(
        groups, [priority](const ShutdownGroup& group) { return group.phase.priority > priority; });
    (above == groups.begin() ? groups.front() : *(above - 1)).pods.push_back(pod);
  }
  return groups;
}

std::vector<ShutdownGroup> group_by_criticality(const std::vector<ShutdownPhase>& phases,
                                                const std::vector<api::PodPtr>& pods) {
  std::vector<ShutdownGroup> groups = empty_groups(phases);
  for (const api::PodPtr& pod : pods) (is_critical(*pod) ? groups.back() : groups.front()).pods.push_back(pod);
  return groups;
}

}  // namespace podreel::kubelet
