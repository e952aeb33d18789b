#include "scenarios/fleet/drain/budgets.hpp"

#include <algorithm>

#include "engine/api/object_labels.hpp"
#include "engine/invariant.hpp"

namespace podreel::fleet {

Budgets::Budgets(const Cluster& cluster) : of_workload_(cluster.workloads.size()) {
  if (cluster.budgets.empty()) return;
  std::vector<api::Labels> labels;
  for (const Workload& workload : cluster.workloads) labels.push_back(api::labels_of(*workload.pod));
  for (const cluster::DisruptionBudget& budget : cluster.budgets) {
    const auto index = static_cast<std::uint32_t>(budgets_.size());
    Counted& counted = budgets_.emplace_back();
    counted.budget = &budget;
    for (std::uint32_t workload = 0; workload < cluster.workloads.size(); ++workload) {
      const Workload& of = cluster.workloads[workload];
      if (!budget.matches(of.namespace_name, labels[workload])) continue;
      of_workload_[workload].push_back(index);
      // Pods without a controller have no scale.
      if (of.owner == Owner::replica_set || of.owner == Owner::stateful_set) counted.scale += of.replicas;
    }
  }
}

void Budgets::count(std::uint32_t workload, int pods, int healthy) {
  for (const std::uint32_t index : of_workload_[workload]) {
    budgets_[index].pods += static_cast<std::uint32_t>(pods);
    budgets_[index].healthy += static_cast<std::uint32_t>(healthy);
    PODREEL_INVARIANT(budgets_[index].healthy <= budgets_[index].pods, "healthy pods exist");
  }
}

void Budgets::sync(std::uint32_t budget) {
  Counted& counted = budgets_[budget];
  counted.status = status_of(*counted.budget, counted.pods, counted.scale, counted.healthy);
}

EvictionAnswer Budgets::evict(const ClusterPod& pod) {
  using cluster::EvictionVerdict;
  const std::vector<std::uint32_t>& budgets = of_workload_[pod.replica.workload];
  if (budgets.empty()) return {};
  Counted& counted = budgets_[budgets.front()];
  const EvictionVerdict verdict = cluster::admit_eviction({pod.phase, pod.is_ready, pod.is_deleted}, budgets.size(),
                                                          {counted.status, counted.budget->always_evicts_unhealthy});
  PODREEL_INVARIANT(counted.status.allowed <= counted.status.healthy,
                    "a budget allows no more disruptions than there are healthy pods");
  if (verdict == EvictionVerdict::counted) --counted.status.allowed;
  if (verdict == EvictionVerdict::granted || verdict == EvictionVerdict::counted) return {verdict};
  const std::uint32_t maximum = std::max(counted.scale, counted.pods);
  return {verdict, counted.budget, counted.status,
          status_of(*counted.budget, maximum, counted.scale, maximum).allowed == 0};
}

std::vector<std::optional<std::uint32_t>> budget_rooms(const Cluster& cluster) {
  Budgets budgets{cluster};
  const auto count = static_cast<std::uint32_t>(cluster.workloads.size());
  for (std::uint32_t workload = 0; workload < count; ++workload) {
    const int replicas = static_cast<int>(cluster.workloads[workload].replicas);
    budgets.count(workload, replicas, replicas);
  }
  std::vector<std::optional<std::uint32_t>> rooms(count);
  for (std::uint32_t budget = 0; budget < budgets.count(); ++budget) budgets.sync(budget);
  for (std::uint32_t workload = 0; workload < count; ++workload) {
    for (const std::uint32_t budget : budgets.of(workload)) {
      const std::uint32_t room = budgets.status(budget).allowed;
      rooms[workload] = std::min(rooms[workload].value_or(room), room);
    }
  }
  return rooms;
}

}  // namespace podreel::fleet
