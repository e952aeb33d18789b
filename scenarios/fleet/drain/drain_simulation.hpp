// A drained cluster: its control plane and its nodes, which interact through it.
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
#include "scenarios/fleet/drain/sleeping_nodes.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/parallel/thread_pool.hpp"

namespace podreel::fleet {

/// Threads of the simulation, one for each of `lives`.
struct WorkerThreads {
  explicit WorkerThreads(std::size_t threads);

  parallel::ThreadPool pool;
  std::vector<std::unique_ptr<SharedLives>> lives;
  /// Number of nodes of a large cluster that are kept in memory while they sleep.
  std::size_t max_live_nodes = 64;
  /// Clusters with at most this number of nodes keep all of them in memory.
  std::size_t max_small_cluster = 256;
  /// The result is no longer needed; the simulation ends with Dismissed.
  std::atomic<bool> is_dismissed = false;
};
struct Dismissed {};

/// Runs in windows (conservative parallel simulation): nothing reaches another node or the control plane earlier than
/// ControlPlane::min_latency after it was sent, so each may run ahead of the others by that much. The result does not
/// depend on the threads.
class DrainSimulation {
 public:
  /// All arguments must outlive it; `plan` has a drain.
  DrainSimulation(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, WorkerThreads& workers);

  /// Number of replicas of each workload on its nodes.
  [[nodiscard]] const std::vector<std::uint32_t>& placed() const noexcept { return placement_.placed(); }
  /// Upgrades the control plane first; the accounts are in the order of `nodes`, which are all.
  [[nodiscard]] std::vector<NodeResult> masters(const std::vector<std::uint32_t>& nodes, const Masters& masters);
  /// Drains the nodes together and executes `steps` on them. The batch begins the given time after the end of the last
  /// one.+
  [[nodiscard]] std::vector<NodeResult> batch(const std::vector<std::uint32_t>& nodes, const NodeSteps& steps,
                                              bool stops_kubelet, sim::Duration pause);
  [[nodiscard]] DrainOutcome outcome() const { return drainer_.outcome(); }
  /// Returns the time from the cluster's start to the end of the last batch.
  [[nodiscard]] sim::Duration elapsed() const noexcept { return batch_ended_at_ - simulation::epoch; }

  [[nodiscard]] const Placement& placement() const noexcept { return placement_; }
  [[nodiscard]] LiveNode& node(std::uint32_t index) { return *nodes_[index]; }

 private:
  /// Number of nodes that are kept in memory while they sleep.
  [[nodiscard]] std::size_t max_live_nodes() const;
  void settle();
  void send(std::uint32_t node, Order order);
  /// Runs until the batch is over.
  void run();
  /// Runs the control plane up to the earliest possible report of a node.
  void run_control_plane();
  void run_nodes(sim::Time end);
  void note_next(std::uint32_t node);
  void limit_live_nodes(const std::vector<std::uint32_t>& due);
  [[nodiscard]] std::vector<NodeResult> accounts(sim::Time begin, Stage stage);
  void add_outages(sim::Time begin, Stage stage, std::vector<NodeResult>& accounts);
  void add_seconds(sim::Time begin, NodeResult& account);

  const Fleet& fleet_;
  const Plan& plan_;
  const Cluster& cluster_;
  WorkerThreads& workers_;
  Placement placement_;
  ControlPlane control_plane_;
  Drainer drainer_;
  std::vector<std::unique_ptr<LiveNode>> nodes_;
  SleepingNodes sleeping_nodes_;
  /// Time of each node's next event.
  std::set<std::pair<sim::Time, std::uint32_t>> agenda_;
  std::vector<sim::Time> next_of_;
  /// Nodes with events in the batch.
  std::set<std::uint32_t> touched_;
  sim::Time batch_ended_at_;
};

}  // namespace podreel::fleet
