#include "engine/kubelet/shutdown/shutdown_periods.hpp"

#include <algorithm>
#include <chrono>

#include "engine/kubelet/pod_priority.hpp"
#include "engine/release/behaviour/shutting_down.hpp"

namespace podreel::kubelet {

namespace {

std::int64_t whole_seconds(sim::Duration period) {
  return std::chrono::duration_cast<std::chrono::seconds>(period).count();
}

}  // namespace

std::vector<ShutdownPhase> shutdown_phases(const ShutdownPeriods& periods, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::graceful_node_shutdown)) return {};
  if (behaviour.has(release::shutdown_by_pod_priority) && !periods.by_priority.empty()) {
    std::vector<ShutdownPhase> phases = periods.by_priority;
    std::ranges::stable_sort(phases, {}, &ShutdownPhase::priority);
    return phases;
  }
  if (periods.all == sim::Duration{} || periods.critical > periods.all) return {};
  return {{0, whole_seconds(periods.all - periods.critical)},
          {static_cast<std::int32_t>(system_critical_priority), whole_seconds(periods.critical)}};
}

sim::Duration length_of(const std::vector<ShutdownPhase>& phases) {
  sim::Duration length{};
  for (const ShutdownPhase& phase : phases) length += std::chrono::seconds{phase.seconds};
  return length;
}

}  // namespace podreel::kubelet
