#include "scenarios/fleet/sample.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "scenarios/fleet/results/fingerprint.hpp"

namespace podreel::fleet {

namespace {

/// Rounds the sums of replicas instead of each number, so that the total stays in proportion.
void reduce_replicas(std::vector<Workload>& workloads, std::uint64_t nodes, std::uint64_t all_nodes) {
  const auto share_of = [&](std::uint64_t replicas) { return (replicas * nodes + all_nodes - 1) / all_nodes; };
  std::uint64_t sum = 0;
  for (Workload& workload : workloads) {
    if (workload.owner == Owner::daemon_set) continue;
    const std::uint64_t before = share_of(sum);
    sum += workload.replicas;
    workload.replicas = static_cast<std::uint32_t>(share_of(sum) - before);
  }
  std::erase_if(workloads, [](const Workload& workload) { return workload.replicas == 0; });
}

void reduce(Cluster& cluster, std::uint32_t nodes) {
  const std::uint64_t all_nodes = node_count(cluster);
  for (NodePool& pool : cluster.pools) pool.count = std::min(pool.count, nodes);
  if (node_count(cluster) < all_nodes) reduce_replicas(cluster.workloads, node_count(cluster), all_nodes);
}

}  // namespace

void take_sample(Loaded& loaded, std::uint32_t nodes) {
  Fleet& fleet = *loaded.fleet;
  const std::uint64_t all_nodes = node_count(fleet);
  if (fleet.clusters.size() > max_sample_clusters) fleet.clusters.resize(max_sample_clusters);
  for (Cluster& cluster : fleet.clusters) reduce(cluster, nodes);
  if (node_count(fleet) == all_nodes) return;
  fleet.fingerprint = fingerprint_of(fmt::format("{} with {} nodes of each pool", fleet.fingerprint, nodes));
  for (Plan& plan : loaded.plans) {
    std::erase_if(plan.order, [&fleet](const std::string& name) {
      return std::ranges::find(fleet.clusters, name, &Cluster::name) == fleet.clusters.end();
    });
  }
}

}  // namespace podreel::fleet
