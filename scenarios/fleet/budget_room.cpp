#include "scenarios/fleet/budget_room.hpp"

#include <algorithm>

#include "scenarios/fleet/pod_constraints.hpp"

namespace podreel::fleet {

std::vector<std::optional<std::uint32_t>> budget_rooms(const Cluster& cluster) {
  std::vector<std::optional<std::uint32_t>> rooms(cluster.workloads.size());
  if (cluster.budgets.empty()) return rooms;
  std::vector<api::Labels> labels;
  for (const Workload& workload : cluster.workloads) labels.push_back(labels_of(*workload.pod));
  for (const DisruptionBudget& budget : cluster.budgets) {
    std::vector<std::size_t> matched;
    std::uint32_t pods = 0;
    std::uint32_t scale = 0;
    for (std::size_t index = 0; index < cluster.workloads.size(); ++index) {
      const Workload& workload = cluster.workloads[index];
      if (!budget.matches(workload.namespace_name, labels[index])) continue;
      matched.push_back(index);
      pods += workload.replicas;
      if (workload.owner == Owner::replica_set || workload.owner == Owner::stateful_set) scale += workload.replicas;
    }
    const std::uint32_t room = disruptions_allowed(needs_of(budget, pods, scale), pods);
    for (const std::size_t index : matched) rooms[index] = std::min(rooms[index].value_or(room), room);
  }
  return rooms;
}

}  // namespace podreel::fleet
