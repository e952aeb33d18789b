// policy/v1.PodDisruptionBudget, and how many disruptions it allows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/api/label_selector.hpp"

namespace podreel::fleet {

/// So many pods, or so many hundredths of them.
struct IntOrPercent {
  std::uint32_t value = 0;
  bool is_percent = false;

  /// Rounded up (apimachinery, GetScaledValueFromIntOrPercent).
  [[nodiscard]] std::uint32_t of(std::uint32_t all) const noexcept;
};

struct DisruptionBudget {
  std::string namespace_name = "default";
  std::string name;
  /// No value: it matches no pod.
  std::optional<api::LabelSelector> selector;
  /// Exactly one of the two.
  std::optional<IntOrPercent> min_available;
  std::optional<IntOrPercent> max_unavailable;
  /// unhealthyPodEvictionPolicy: AlwaysAllow; otherwise IfHealthyBudget.
  bool always_evicts_unhealthy = false;

  [[nodiscard]] bool matches(const std::string& pod_namespace, const api::Labels& labels) const {
    return selector && pod_namespace == namespace_name && selector->matches(labels);
  }
};

/// "shop/web".
[[nodiscard]] std::string title(const DisruptionBudget& budget);

/// What a budget asks for.
struct BudgetNeeds {
  std::uint32_t expected_pods = 0;
  std::uint32_t desired_healthy = 0;

  friend bool operator==(const BudgetNeeds&, const BudgetNeeds&) = default;
};

/// `pods` match it, of controllers that want `scale` pods together (pkg/controller/disruption/disruption.go,
/// getExpectedPodCount).
[[nodiscard]] BudgetNeeds needs_of(const DisruptionBudget& budget, std::uint32_t pods, std::uint32_t scale) noexcept;

/// status.disruptionsAllowed with so many healthy pods (the same file, updatePdbStatus).
[[nodiscard]] std::uint32_t disruptions_allowed(const BudgetNeeds& needs, std::uint32_t healthy) noexcept;

}  // namespace podreel::fleet
