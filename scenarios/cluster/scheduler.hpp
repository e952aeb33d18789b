// kube-scheduler for a cluster of one node.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/cluster_node.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// Binds pods without a node if the node is not cordoned, they tolerate its taints, their node selectors and affinities
/// match, and it has room. Other pods wait, with an event that names the reason, and are retried when the node changes
/// or a pod frees resources. Does not preempt pods.
class Scheduler {
 public:
  /// Both must outlive it.
  Scheduler(ClusterApi& api, const ClusterNode& node);
  ~Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

 private:
  struct Unfit {
    /// "node(s) were unschedulable"; sorted.
    std::vector<std::string> reasons;
    /// The end of other pods could free enough resources.
    bool lacks_resources = false;
  };

  void on_object_change(const ObjectChange& change);
  void schedule(const std::string& key);
  [[nodiscard]] std::optional<Unfit> explain_misfit(const api::Pod& pod) const;
  void report_unfit(const std::string& key, const Unfit& unfit);

  ClusterApi& api_;
  const ClusterNode& node_;
  Reconciler queue_;
  /// Unscheduled pods.
  std::set<std::string> waiting_;
};

}  // namespace podreel::cluster
