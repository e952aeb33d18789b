// Controller of DaemonSets.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/cluster_node.hpp"
#include "scenarios/cluster/reconciler.hpp"
#include "scenarios/cluster/revisions.hpp"

namespace podreel::cluster {

/// pkg/controller/daemon, for a cluster of one node: one pod if the node matches and its taints are tolerated. An
/// update deletes the old pod before it creates the new one, or, with maxSurge, after it.
class DaemonSetController {
 public:
  /// Both must outlive it.
  DaemonSetController(ClusterApi& api, const ClusterNode& node);
  ~DaemonSetController() = default;
  DaemonSetController(const DaemonSetController&) = delete;
  DaemonSetController& operator=(const DaemonSetController&) = delete;

 private:
  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  void manage(const nlohmann::json& set, const nlohmann::json& revision);
  void create(const nlohmann::json& set, const nlohmann::json& revision);
  void remove(const nlohmann::json& set, const StoredObject& pod);
  /// Whether the node should have a pod, and whether an existing one may stay.
  struct Wanted {
    bool runs = false;
    bool stays = false;
  };
  [[nodiscard]] Wanted wanted(const nlohmann::json& set) const;
  void report_status(const std::string& key, const nlohmann::json& set, const nlohmann::json& revision);

  ClusterApi& api_;
  const ClusterNode& node_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
