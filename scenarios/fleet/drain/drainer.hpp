// Drains, upgrades and uncordons nodes: kubectl and its user.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/drain/control_plane.hpp"
#include "scenarios/fleet/drain/drain_outcome.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// A node of a batch.
struct DrainedNode {
  std::uint32_t node = 0;
  /// When its upgrade began; no value if it could not be drained.
  std::optional<sim::Time> turn_begins{};
  /// When it was uncordoned or given up; for a control-plane upgrade, when its observation ended.
  std::optional<sim::Time> uncordoned{};
  /// Pods that have not left yet.
  std::size_t leaving = 0;
  /// Refusals of the eviction API, by pod.
  std::map<PodId, std::string> refusals{};
};

/// Drains the nodes of a cluster, batch by batch.
class Drainer {
 public:
  /// Both must outlive it; `plan` has a drain.
  Drainer(ControlPlane& control_plane, const Plan& plan);

  /// Drains all of these nodes at the same time, each with its own kubectl, and executes `steps` on them.
  void begin(const std::vector<std::uint32_t>& nodes, const NodeSteps& steps, bool stops_kubelet, sim::Time at);
  /// Executes the control plane's steps on all these nodes, which keep their pods.
  void begin_masters(const std::vector<std::uint32_t>& nodes, const Masters& masters, sim::Time at);
  /// Whether all nodes are uncordoned and all replicas have recovered, as far as possible.
  [[nodiscard]] bool is_batch_over() const noexcept { return is_over_; }
  [[nodiscard]] const std::vector<std::shared_ptr<DrainedNode>>& batch() const noexcept { return nodes_; }

  /// Returns the outcome of all batches.
  [[nodiscard]] DrainOutcome outcome() const;

 private:
  using NodePtr = std::shared_ptr<DrainedNode>;
  /// A pod whose deletion kubectl polls every second.
  struct Leaving {
    NodePtr node;
    sim::Time since{};
  };

  void begin_batch(sim::Time at);
  void drain(const NodePtr& node);
  /// Returns the reason why kubectl does not drain a node with that pod (kubectl/pkg/drain/filters.go); empty without
  /// one.
  [[nodiscard]] std::string obstacle(PodId pod) const;
  [[nodiscard]] const Workload& workload_of(PodId pod) const;
  void evict(const NodePtr& node, PodId pod);
  void is_refused(const NodePtr& node, PodId pod, const EvictionAnswer& answer);
  void is_gone(PodId pod);
  void has_left(const NodePtr& node);
  void give_up(const NodePtr& node, const std::string& reason);
  void uncordon(const NodePtr& node);
  void check_finished();
  void finish();
  void check_progress(std::uint32_t batch);
  [[nodiscard]] sim::Time last_progress() const;
  void get_stuck();

  ControlPlane& control_plane_;
  const Plan& plan_;
  const NodeSteps* steps_ = nullptr;
  bool stops_kubelet_ = true;
  std::vector<NodePtr> nodes_;
  std::map<PodId, Leaving> leaving_;
  DrainOutcome outcome_;
  /// Counts batches.
  std::uint32_t batch_ = 0;
  sim::Time batch_begins_{};
  bool is_over_ = true;
  bool awaits_recovery_ = false;
  /// End of the last upgrade.
  sim::Time upgrades_end_{};
};

}  // namespace podreel::fleet
