// Disruption budgets of a cluster, their controller, and the decisions of the eviction API.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scenarios/fleet/drain/cluster_pod.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Answer to an eviction.
struct EvictionAnswer {
  cluster::EvictionVerdict verdict = cluster::EvictionVerdict::granted;
  /// The budget that refused the eviction, and its status; null if none did.
  const cluster::DisruptionBudget* budget = nullptr;
  cluster::BudgetStatus status{};
  /// The budget would refuse it even if all pods were healthy.
  bool is_final = false;
};

/// Counts pods immediately, but updates a budget's status only on `sync`, as the disruption controller does
/// (pkg/controller/disruption/disruption.go).
class Budgets {
 public:
  explicit Budgets(const Cluster& cluster);

  /// Adds or removes existing and healthy pods of a workload.
  void count(std::uint32_t workload, int pods, int healthy);
  /// Numbers of the budgets that select a workload's pods.
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t workload) const { return of_workload_[workload]; }
  /// Writes the status of a budget, as the controller does.
  void sync(std::uint32_t budget);
  [[nodiscard]] const cluster::BudgetStatus& status(std::uint32_t budget) const { return budgets_[budget].status; }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(budgets_.size()); }

  /// Handles POST pods/NAME/eviction (pkg/registry/core/pod/storage/eviction.go). A granted eviction counts as a
  /// disruption until the next sync.
  [[nodiscard]] EvictionAnswer evict(const ClusterPod& pod);

 private:
  struct Counted {
    const cluster::DisruptionBudget* budget = nullptr;
    /// Number of pods that their controllers want.
    std::uint32_t scale = 0;
    std::uint32_t pods = 0;
    std::uint32_t healthy = 0;
    cluster::BudgetStatus status{};
  };

  std::vector<Counted> budgets_;
  std::vector<std::vector<std::uint32_t>> of_workload_;
};

/// Returns for each workload how many pods its budgets allow to be disrupted at once while all are healthy; no value
/// without a budget.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> budget_rooms(const Cluster& cluster);

}  // namespace podreel::fleet
