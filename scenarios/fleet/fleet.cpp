#include "scenarios/fleet/fleet.hpp"

#include <fmt/format.h>

#include "engine/invariant.hpp"

namespace podreel::fleet {

std::string title(const Workload& workload) {
  return fmt::format("{}/{}/{}", workload.kind, workload.namespace_name, workload.name);
}

const api::Manifest& manifest_of(const Workload& workload, std::uint32_t ordinal) {
  const bool is_found = workload.found && ordinal < workload.found->pods.size();
  return is_found ? workload.found->pods[ordinal].manifest : workload.pod;
}

std::uint64_t node_count(const Cluster& cluster) noexcept {
  std::uint64_t count = 0;
  for (const NodePool& pool : cluster.pools) count += pool.count;
  return count;
}

std::uint64_t node_count(const Fleet& fleet) noexcept {
  std::uint64_t count = 0;
  for (const Cluster& cluster : fleet.clusters) count += node_count(cluster);
  return count;
}

NodePlace node_at(const Cluster& cluster, std::uint32_t index) {
  for (const NodePool& pool : cluster.pools) {
    if (index < pool.count) return {&pool, index};
    index -= pool.count;
  }
  fail_invariant(__FILE__, __LINE__, "index < nodes of the cluster", "every node belongs to a pool");
}

std::string node_name(const NodePlace& place) {
  if (place.pool->names) return place.pool->names->at(place.number);
  return fmt::format("{}-{}", place.pool->name, place.number);
}

std::string node_name(const Cluster& cluster, std::uint32_t index) {
  return node_name(node_at(cluster, index));
}

}  // namespace podreel::fleet
