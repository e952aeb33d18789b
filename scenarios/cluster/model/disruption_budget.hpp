// policy/v1.PodDisruptionBudget: allowed disruptions, and decisions of the eviction API.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/api/label_selector.hpp"
#include "engine/api/pod.hpp"
#include "scenarios/cluster/model/int_or_percent.hpp"

namespace podreel::cluster {

struct DisruptionBudget {
  std::string namespace_name = "default";
  std::string name;
  /// Without a value it matches no pod.
  std::optional<api::LabelSelector> selector;
  /// Exactly one of the two is set.
  std::optional<IntOrPercent> min_available;
  std::optional<IntOrPercent> max_unavailable;
  /// unhealthyPodEvictionPolicy: AlwaysAllow; otherwise IfHealthyBudget.
  bool always_evicts_unhealthy = false;

  [[nodiscard]] bool matches(const std::string& pod_namespace, const api::Labels& labels) const {
    return selector && pod_namespace == namespace_name && selector->matches(labels);
  }
  /// Whether it depends on the number of pods that their controllers want.
  [[nodiscard]] bool needs_scale() const noexcept {
    return max_unavailable || (min_available && min_available->is_percent);
  }
};

/// Returns "shop/web".
[[nodiscard]] std::string title(const DisruptionBudget& budget);

/// Requirements of a budget.
struct BudgetNeeds {
  std::uint32_t expected_pods = 0;
  std::uint32_t desired_healthy = 0;

  friend bool operator==(const BudgetNeeds&, const BudgetNeeds&) = default;
};

/// Returns the needs for `pods` matching pods of controllers that want `scale` pods in total
/// (pkg/controller/disruption/disruption.go, getExpectedPodCount).
[[nodiscard]] BudgetNeeds needs_of(const DisruptionBudget& budget, std::uint32_t pods, std::uint32_t scale) noexcept;

/// Number of disruptions that `needs` allow with `healthy` pods (updatePdbStatus in the same file).
[[nodiscard]] std::uint32_t disruptions_allowed(const BudgetNeeds& needs, std::uint32_t healthy) noexcept;

/// Status of a budget, as the disruption controller writes it.
struct BudgetStatus {
  BudgetNeeds needs{};
  std::uint32_t healthy = 0;
  std::uint32_t allowed = 0;
};

[[nodiscard]] BudgetStatus status_of(const DisruptionBudget& budget, std::uint32_t pods, std::uint32_t scale,
                                     std::uint32_t healthy) noexcept;

/// A pod in the eviction API.
struct EvictedPod {
  api::PodPhase phase = api::PodPhase::running;
  bool is_ready = false;
  /// It has a deletion timestamp.
  bool is_deleted = false;
};

/// A budget that matches the pod, in the eviction API.
struct GuardingBudget {
  BudgetStatus status{};
  bool always_evicts_unhealthy = false;
  /// The controller has processed its present spec.
  bool is_observed = true;
};

enum class EvictionVerdict : std::uint8_t {
  granted,
  /// Allowed, and the budget counts a disruption.
  counted,
  /// 429: the controller has not processed the budget's present spec yet.
  unobserved,
  /// 429: the budget allows no disruption now.
  refused,
  /// 500: more than one budget matches the pod.
  several_budgets,
};

/// Decides POST pods/NAME/eviction (pkg/registry/core/pod/storage/eviction.go). `budget` is the first of `num_budgets`
/// that match the pod.
[[nodiscard]] EvictionVerdict admit_eviction(const EvictedPod& pod, std::size_t num_budgets,
                                             const GuardingBudget& budget) noexcept;

}  // namespace podreel::cluster
