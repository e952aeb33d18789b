#include "scenarios/cluster/model/disruption_budget.hpp"

#include <algorithm>

namespace podreel::cluster {

namespace {

/// Whether an eviction is no disruption: the pod has ended, has not started, or is being deleted (canIgnorePDB).
bool ignores_budgets(const EvictedPod& pod) noexcept {
  return api::is_terminal(pod.phase) || pod.phase == api::PodPhase::pending || pod.is_deleted;
}

}  // namespace

std::string title(const DisruptionBudget& budget) {
  return budget.namespace_name + "/" + budget.name;
}

BudgetNeeds needs_of(const DisruptionBudget& budget, std::uint32_t pods, std::uint32_t scale) noexcept {
  if (budget.max_unavailable) return {scale, scale - std::min(scale, budget.max_unavailable->of(scale))};
  if (!budget.min_available) return {};
  return {budget.min_available->is_percent ? scale : pods, budget.min_available->of(scale)};
}

std::uint32_t disruptions_allowed(const BudgetNeeds& needs, std::uint32_t healthy) noexcept {
  return needs.expected_pods == 0 || healthy <= needs.desired_healthy ? 0 : healthy - needs.desired_healthy;
}

BudgetStatus status_of(const DisruptionBudget& budget, std::uint32_t pods, std::uint32_t scale,
                       std::uint32_t healthy) noexcept {
  const BudgetNeeds needs = needs_of(budget, pods, scale);
  return {needs, healthy, disruptions_allowed(needs, healthy)};
}

EvictionVerdict admit_eviction(const EvictedPod& pod, std::size_t num_budgets, const GuardingBudget& budget) noexcept {
  if (num_budgets == 0 || ignores_budgets(pod)) return EvictionVerdict::granted;
  if (num_budgets > 1) return EvictionVerdict::several_budgets;
  const std::uint32_t desired = budget.status.needs.desired_healthy;
  const bool is_met = desired > 0 && budget.status.healthy >= desired;
  if (!pod.is_ready && (budget.always_evicts_unhealthy || is_met)) return EvictionVerdict::granted;
  if (!budget.is_observed) return EvictionVerdict::unobserved;
  return budget.status.allowed > 0 ? EvictionVerdict::counted : EvictionVerdict::refused;
}

}  // namespace podreel::cluster
