// The disruption budgets of a cluster, their controller, and what the eviction API makes of them.
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
  /// The budget that refused it, and its status; null: none did.
  const cluster::DisruptionBudget* budget = nullptr;
  cluster::BudgetStatus status{};
  /// The budget would refuse it if all pods were healthy, too.
  bool is_final = false;
};

/// Counts pods at once, and looks at what it has counted when `sync` says so, as the disruption controller does
/// (pkg/controller/disruption/disruption.go).
class Budgets {
 public:
  explicit Budgets(const Cluster& cluster);

  /// More, or fewer, pods of a workload exist, or are healthy.
  void count(std::uint32_t workload, int pods, int healthy);
  /// The numbers of those that a workload's pods are counted for.
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t workload) const { return of_workload_[workload]; }
  /// The controller writes the status of one.
  void sync(std::uint32_t budget);
  [[nodiscard]] const cluster::BudgetStatus& status(std::uint32_t budget) const { return budgets_[budget].status; }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(budgets_.size()); }

  /// POST pods/NAME/eviction (pkg/registry/core/pod/storage/eviction.go); what is granted is counted as a disruption
  /// until the next sync.
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

/// Returns for each workload how many pods its budgets let be disrupted at a time while all are healthy; no value: none
/// is for it.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> budget_rooms(const Cluster& cluster);

}  // namespace podreel::fleet
