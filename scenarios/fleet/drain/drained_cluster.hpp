// A cluster whose nodes are drained: its control plane and its nodes, which hear of each other through it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "scenarios/fleet/drain/control_plane.hpp"
#include "scenarios/fleet/drain/drainer.hpp"
#include "scenarios/fleet/drain/live_node.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/parallel/thread_pool.hpp"

namespace podreel::fleet {

/// Who simulates: a thread for each of `lives`.
struct Workforce {
  explicit Workforce(std::size_t threads);

  parallel::ThreadPool crew;
  std::vector<std::unique_ptr<SharedLives>> lives;
  /// Nobody wants to know any more: what is simulated ends with Dismissed.
  std::atomic<bool> is_dismissed = false;
};
struct Dismissed {};

/// Runs in windows (conservative parallel simulation): nothing reaches another node or the control plane sooner than
/// ControlPlane::least_latency after it was sent, so that everybody may run ahead of the others by that much. The
/// result does not depend on who runs when.
class DrainedCluster {
 public:
  /// All must outlive it; `plan` has a drain.
  DrainedCluster(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, Workforce& workforce);

  /// How many replicas of each workload stand on its nodes.
  [[nodiscard]] const std::vector<std::uint32_t>& placed() const noexcept { return placement_.placed(); }
  /// The masters come first; the accounts are in the order of `nodes`, which are all.
  [[nodiscard]] std::vector<NodeAccount> masters(const std::vector<std::uint32_t>& nodes, const Masters& masters);
  /// The nodes are drained together and `steps` happen to them. The batch begins so long after the last one has ended.
  [[nodiscard]] std::vector<NodeAccount> batch(const std::vector<std::uint32_t>& nodes, const NodeSteps& steps,
                                               bool stops_kubelet, sim::Duration pause);
  [[nodiscard]] DrainOutcome outcome() const { return drainer_.outcome(); }

  [[nodiscard]] const Placement& placement() const noexcept { return placement_; }
  [[nodiscard]] LiveNode& node(std::uint32_t index) { return *nodes_[index]; }

 private:
  void settle();
  void send(std::uint32_t node, Order order);
  /// Until the batch is over.
  void run();
  /// Runs the control plane as far as no node can tell it anything more.
  void run_control_plane();
  void run_nodes(sim::Time end);
  void note_next(std::uint32_t node);
  [[nodiscard]] std::vector<NodeAccount> accounts(sim::Time begin, Stage stage);
  void add_outages(sim::Time begin, Stage stage, std::vector<NodeAccount>& accounts);
  void add_seconds(sim::Time begin, NodeAccount& account);

  const Fleet& fleet_;
  const Plan& plan_;
  const Cluster& cluster_;
  Workforce& workforce_;
  Placement placement_;
  ControlPlane control_plane_;
  Drainer drainer_;
  std::vector<std::unique_ptr<LiveNode>> nodes_;
  /// When each node next does something.
  std::set<std::pair<sim::Time, std::uint32_t>> agenda_;
  std::vector<sim::Time> next_of_;
  /// Nodes to which something has happened in the batch.
  std::set<std::uint32_t> touched_;
  sim::Time batch_ended_at_;
};

}  // namespace podreel::fleet
