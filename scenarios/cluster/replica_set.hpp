// Controller of ReplicaSets.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controller/replicaset/replica_set.go: keeps the wanted number of pods, and deletes the least important ones
/// first.
class ReplicaSetController {
 public:
  /// `api` must outlive it.
  explicit ReplicaSetController(ClusterApi& api);
  ~ReplicaSetController() = default;
  ReplicaSetController(const ReplicaSetController&) = delete;
  ReplicaSetController& operator=(const ReplicaSetController&) = delete;

 private:
  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  /// Adopts selected pods without a controller.
  void adopt(const nlohmann::json& set);
  void create(const nlohmann::json& set, std::int64_t count);
  void remove(const nlohmann::json& set, std::vector<const StoredObject*> pods, std::int64_t count);
  void report_status(const std::string& key, const nlohmann::json& set);

  ClusterApi& api_;
  /// Sets that may have pods to adopt.
  std::set<std::string> adopting_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
