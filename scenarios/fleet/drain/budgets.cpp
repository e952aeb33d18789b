#include "scenarios/fleet/drain/budgets.hpp"

#include <algorithm>

#include "scenarios/fleet/pod_constraints.hpp"

namespace podreel::fleet {

Budgets::Budgets(const Cluster& cluster) : of_workload_(cluster.workloads.size()) {
  for (const DisruptionBudget& budget : cluster.budgets) {
    const auto index = static_cast<std::uint32_t>(budgets_.size());
    Counted& counted = budgets_.emplace_back();
    counted.budget = &budget;
    for (std::uint32_t workload = 0; workload < cluster.workloads.size(); ++workload) {
      const Workload& of = cluster.workloads[workload];
      if (!budget.matches(of.namespace_name, labels_of(*of.pod))) continue;
      of_workload_[workload].push_back(index);
      // Pods that nobody keeps have no scale.
      if (of.owner == Owner::replica_set || of.owner == Owner::stateful_set) counted.scale += of.replicas;
    }
  }
}

void Budgets::count(std::uint32_t workload, int pods, int healthy) {
  for (const std::uint32_t index : of_workload_[workload]) {
    budgets_[index].pods += static_cast<std::uint32_t>(pods);
    budgets_[index].healthy += static_cast<std::uint32_t>(healthy);
  }
}

void Budgets::sync(std::uint32_t budget) {
  Counted& counted = budgets_[budget];
  counted.needs = needs_of(*counted.budget, counted.pods, counted.scale);
  counted.healthy_seen = counted.healthy;
  counted.allowed = disruptions_allowed(counted.needs, counted.healthy);
}

EvictionVerdict Budgets::evict(const ClusterPod& pod) {
  using Kind = EvictionVerdict::Kind;
  const std::vector<std::uint32_t>& budgets = of_workload_[pod.replica.workload];
  // What is finished, has not begun or is being deleted anyhow disrupts nothing.
  if (budgets.empty() || pod.is_finished() || pod.phase == api::PodPhase::pending || pod.is_deleted) return {};
  Counted& counted = budgets_[budgets.front()];
  if (budgets.size() > 1) return {Kind::failed, counted.budget};
  const bool budget_is_healthy =
      counted.healthy_seen >= counted.needs.desired_healthy && counted.needs.desired_healthy > 0;
  if (!pod.is_ready && (counted.budget->always_evicts_unhealthy || budget_is_healthy)) return {};
  if (counted.allowed > 0) {
    --counted.allowed;
    return {};
  }
  const std::uint32_t most = std::max(counted.scale, counted.pods);
  return {Kind::refused, counted.budget, disruptions_allowed(needs_of(*counted.budget, most, counted.scale), most) == 0,
          counted.needs, counted.healthy_seen};
}

}  // namespace podreel::fleet
