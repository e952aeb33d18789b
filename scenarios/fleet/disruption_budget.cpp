#include "scenarios/fleet/disruption_budget.hpp"

#include <algorithm>

namespace podreel::fleet {

std::uint32_t IntOrPercent::of(std::uint32_t all) const noexcept {
  if (!is_percent) return value;
  return static_cast<std::uint32_t>((std::uint64_t{all} * value + 99) / 100);
}

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

}  // namespace podreel::fleet
