#include "engine/kubelet/eviction/eviction_ranking.hpp"

#include <algorithm>
#include <tuple>

#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/pod_priority.hpp"
#include "engine/release/behaviour/evicting.hpp"

namespace podreel::kubelet {

namespace {

/// Resource that pods request; empty if they cannot request it.
std::string_view requested_resource(EvictionSignal signal) {
  switch (signal) {
    case EvictionSignal::memory_available:
      return "memory";
    case EvictionSignal::nodefs_available:
    case EvictionSignal::imagefs_available:
      return "ephemeral-storage";
    case EvictionSignal::nodefs_inodes_free:
    case EvictionSignal::pid_available:
      break;
  }
  return "";
}

RankedPod measured(const api::PodPtr& pod, EvictionSignal signal, const runtime::Runtime& runtime,
                   const release::Behaviour& behaviour) {
  RankedPod ranked{pod};
  for (const runtime::ContainerUsage& usage : runtime.container_usage(pod->metadata.uid)) {
    ranked.used += usage_of(usage, signal);
  }
  const std::string_view resource = requested_resource(signal);
  if (!resource.empty()) ranked.requested = decide::pod_request(*pod->spec, resource, behaviour);
  return ranked;
}

/// BestEffort first.
int quality(const api::Pod& pod) {
  const memory::Text& qos = pod.spec->qos_class;
  if (qos == "BestEffort") return 0;
  return qos == "Burstable" ? 1 : 2;
}

}  // namespace

std::int64_t usage_of(const runtime::ContainerUsage& usage, EvictionSignal signal) noexcept {
  switch (signal) {
    case EvictionSignal::memory_available:
      return usage.memory;
    case EvictionSignal::nodefs_available:
      return usage.disk;
    case EvictionSignal::nodefs_inodes_free:
      return usage.inodes;
    case EvictionSignal::pid_available:
      return usage.processes;
    case EvictionSignal::imagefs_available:
      break;
  }
  return 0;
}

std::vector<RankedPod> ranked(const std::vector<api::PodPtr>& pods, EvictionSignal signal,
                              const runtime::Runtime& runtime, const release::Behaviour& behaviour) {
  std::vector<RankedPod> result;
  for (const api::PodPtr& pod : pods) result.push_back(measured(pod, signal, runtime, behaviour));
  const auto place = [&](const RankedPod& pod) {
    if (!behaviour.has(release::eviction_ranks_by_request)) {
      const bool counts_request = signal == EvictionSignal::memory_available;
      return std::tuple<int, std::int64_t, std::int64_t>{quality(*pod.pod), 0,
                                                         -(counts_request ? pod.excess() : pod.used)};
    }
    const bool is_modest = signal != EvictionSignal::pid_available && pod.used <= pod.requested;
    const std::int64_t priority =
        behaviour.has(release::eviction_ranks_by_priority) ? priority_of(*pod.pod).value_or(0) : 0;
    return std::tuple<int, std::int64_t, std::int64_t>{is_modest ? 1 : 0, priority, -pod.excess()};
  };
  std::ranges::stable_sort(result, {}, place);
  return result;
}

}  // namespace podreel::kubelet
