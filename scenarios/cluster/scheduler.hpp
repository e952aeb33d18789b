// kube-scheduler, for a cluster of one node.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/cluster_node.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::controllers {

/// Binds pods that no node has, if the node takes them: it is not cordoned, they tolerate its taints, ask for a node
/// like it, and it has room. Otherwise they stay, with the event that says why; they are looked at again when the node
/// changes or a pod makes room. Nobody is preempted.
class Scheduler {
 public:
  /// Both must outlive it.
  Scheduler(ClusterApi& api, const ClusterNode& node);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

 private:
  struct Unfit {
    /// "node(s) were unschedulable"; sorted.
    std::vector<std::string> reasons;
    /// Other pods could make room.
    bool lacks_resources = false;
  };

  void on_object_change(const ObjectChange& change);
  void schedule(const std::string& key);
  [[nodiscard]] std::optional<Unfit> why_unfit(const api::Pod& pod) const;
  void tell_unfit(const std::string& key, const Unfit& unfit);

  ClusterApi& api_;
  const ClusterNode& node_;
  Reconciler queue_;
  /// Pods that were not bound.
  std::set<std::string> waiting_;
};

}  // namespace podreel::controllers
