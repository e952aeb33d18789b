// PodDisruptionBudgets: their controller, and what the eviction API makes of them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::controllers {

/// Why a pod is not evicted.
struct EvictionRefusal {
  /// 429: later it may be; otherwise 500.
  bool is_temporary = true;
  std::string message{};
  /// Of the budget.
  std::string cause{};
};

/// pkg/controller/disruption/disruption.go, pkg/registry/core/pod/storage/eviction.go.
class Disruption {
 public:
  /// `api` must outlive it.
  explicit Disruption(ClusterApi& api);
  Disruption(const Disruption&) = delete;
  Disruption& operator=(const Disruption&) = delete;

  /// Asks the budgets whether the pod may be evicted. One that lets it go has one disruption fewer to allow, unless it
  /// is only asked (`is_dry_run`).
  [[nodiscard]] std::optional<EvictionRefusal> evict(const std::string& key, bool is_dry_run);

 private:
  /// What a budget's controller sees.
  struct Seen {
    std::vector<const StoredObject*> pods{};
    std::uint32_t healthy = 0;
    /// By name: pods that were let go, and are not deleted yet.
    nlohmann::json disrupted = nlohmann::json::object();
  };

  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  [[nodiscard]] Seen look(const std::string& key, const nlohmann::json& budget);
  /// The budget has one disruption fewer to allow.
  void count_disruption(const nlohmann::json& budget, const std::string& pod);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::controllers
