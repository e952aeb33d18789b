// PodDisruptionBudgets: their controller, and the decisions of the eviction API.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// Reason why a pod is not evicted.
struct EvictionRefusal {
  /// True for 429, which may be retried; otherwise 500.
  bool is_temporary = true;
  std::string message{};
  /// The cause that names the budget.
  std::string cause{};
};

/// pkg/controller/disruption/disruption.go, pkg/registry/core/pod/storage/eviction.go.
class Disruption {
 public:
  /// `api` must outlive it.
  explicit Disruption(ClusterApi& api);
  ~Disruption() = default;
  Disruption(const Disruption&) = delete;
  Disruption& operator=(const Disruption&) = delete;

  /// Checks whether the budgets allow the eviction of the pod. Decrements the allowed disruptions of the matching
  /// budget, except for a dry run.
  [[nodiscard]] std::optional<EvictionRefusal> evict(const std::string& key, bool is_dry_run);

 private:
  /// A budget controller's state of a budget.
  struct Seen {
    std::vector<const StoredObject*> pods{};
    std::uint32_t healthy = 0;
    /// Evicted pods that are not deleted yet, by name.
    nlohmann::json disrupted = nlohmann::json::object();
  };

  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  [[nodiscard]] Seen look(const std::string& key, const nlohmann::json& budget);
  /// Decrements the allowed disruptions of the budget.
  void count_disruption(const nlohmann::json& budget, const std::string& pod);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
