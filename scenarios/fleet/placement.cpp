#include "scenarios/fleet/placement.hpp"

#include <fmt/format.h>
#include <optional>

#include "engine/manifests/generated_name.hpp"
#include "engine/sim/random.hpp"
#include "scenarios/fleet/scheduler.hpp"

namespace podreel::fleet {

namespace {

/// Another one for each number below the count of suffixes.
std::string suffix_of(std::uint32_t number, std::uint64_t salt) {
  constexpr std::uint64_t suffixes = 14'348'907;  // name_letters to the power of 5
  constexpr std::uint64_t step = 8'867'437;       // has no factor in common with that
  return manifests::generated_letters((std::uint64_t{number} * step + salt) % suffixes, 5);
}

}  // namespace

std::string pod_name(const Workload& workload, std::uint32_t ordinal) {
  const std::uint64_t salt = sim::hash_name(title(workload));
  switch (workload.owner) {
    case Owner::none:
      return workload.replicas == 1 ? workload.name : fmt::format("{}-{}", workload.name, ordinal);
    case Owner::stateful_set:
      return fmt::format("{}-{}", workload.name, ordinal);
    case Owner::daemon_set:
      return fmt::format("{}-{}", workload.name, suffix_of(ordinal, salt));
    case Owner::replica_set:
      break;
  }
  return fmt::format("{}-{}-{}", workload.name, manifests::generated_letters(salt, 10), suffix_of(ordinal, salt));
}

Placement::Placement(const Cluster& cluster)
    : pods_(node_count(cluster)), without_node_(cluster.workloads.size()), placed_(cluster.workloads.size()) {
  Scheduler scheduler{cluster};
  const auto place = [&](std::uint32_t workload, std::uint32_t ordinal, std::uint32_t node) {
    scheduler.add(workload, node);
    pods_[node].push_back({workload, ordinal});
    ++placed_[workload];
  };
  const auto count = static_cast<std::uint32_t>(cluster.workloads.size());
  for (std::uint32_t workload = 0; workload < count; ++workload) {
    if (cluster.workloads[workload].owner != Owner::daemon_set) continue;
    for (std::uint32_t node = 0; node < scheduler.nodes(); ++node) {
      if (scheduler.fits(workload, node)) place(workload, node, node);
    }
  }
  for (std::uint32_t workload = 0; workload < count; ++workload) {
    const Workload& wanted = cluster.workloads[workload];
    if (wanted.owner == Owner::daemon_set) continue;
    while (placed_[workload] < wanted.replicas) {
      const std::optional<std::uint32_t> node = scheduler.node_for(workload);
      if (!node) break;
      place(workload, placed_[workload], *node);
    }
    without_node_[workload] = wanted.replicas - placed_[workload];
  }
}

}  // namespace podreel::fleet
