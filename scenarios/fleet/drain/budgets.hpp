// The disruption budgets of a cluster, their controller, and what the eviction API makes of them.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/drain/cluster_pod.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// What an eviction comes to.
struct EvictionVerdict {
  enum class Kind : std::uint8_t {
    granted,
    /// 429: it may be granted later.
    refused,
    /// 500: more than one budget matches the pod.
    failed,
  };
  Kind kind = Kind::granted;
  /// Who refused it.
  const DisruptionBudget* budget = nullptr;
  /// The budget would refuse it if all pods were healthy, too.
  bool is_final = false;
  BudgetNeeds needs{};
  std::uint32_t healthy = 0;
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

  /// POST pods/NAME/eviction (pkg/registry/core/pod/storage/eviction.go); what is granted is counted as a disruption
  /// until the next sync.
  [[nodiscard]] EvictionVerdict evict(const ClusterPod& pod);

 private:
  struct Counted {
    const DisruptionBudget* budget = nullptr;
    /// What the controllers of its pods want.
    std::uint32_t scale = 0;
    std::uint32_t pods = 0;
    std::uint32_t healthy = 0;
    // Its status.
    BudgetNeeds needs{};
    std::uint32_t healthy_seen = 0;
    std::uint32_t allowed = 0;
  };

  std::vector<Counted> budgets_;
  std::vector<std::vector<std::uint32_t>> of_workload_;
};

}  // namespace podreel::fleet
