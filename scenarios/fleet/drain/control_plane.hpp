// Control plane of a cluster: the API server's view of all pods, controllers, and the scheduler.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "engine/sim/process.hpp"
#include "engine/sim/scheduler.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/fleet/drain/budgets.hpp"
#include "scenarios/fleet/drain/cluster_pod.hpp"
#include "scenarios/fleet/drain/replica_outages.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/scheduler.hpp"

namespace podreel::fleet {

/// Creates missing pods of workloads and binds them to nodes. Exchanges orders and reports with nodes through watches;
/// each takes at least `min_latency`.
class ControlPlane {
 public:
  using Send = std::function<void(std::uint32_t node, Order)>;

  /// `cluster` must outlive it. Calls `send` with orders for nodes.
  ControlPlane(const Cluster& cluster, std::uint64_t seed, Send send);
  ~ControlPlane() { events_.clear(); }
  ControlPlane(const ControlPlane&) = delete;
  ControlPlane& operator=(const ControlPlane&) = delete;

  /// Minimum time between an order and the event that causes it, and between a report and its effect.
  [[nodiscard]] static sim::Duration min_latency() noexcept;

  /// Adds a pod that exists when the cluster starts; without a node, it fits none. Pods are added node by node.
  PodId settle(Replica replica, std::uint32_t node, api::PodPhase phase, bool is_ready);
  /// Starts after all pods are added.
  void begin();

  /// Handles a node's report.
  void handle_report(std::uint32_t node, const Report& report);

  // Operations of kubectl.

  [[nodiscard]] EvictionAnswer evict(const ClusterPod& pod) { return budgets_.evict(pod); }
  /// Has no effect on a pod that is deleted already. `because_of` is the drained node.
  void delete_pod(PodId pod, std::optional<std::int64_t> grace_period_seconds, std::uint32_t because_of);
  void cordon(std::uint32_t node, bool is_cordoned);
  /// While a node is upgraded, unready pods of its DaemonSets count as outages.
  void set_upgrading(std::uint32_t node, bool is_upgrading);
  /// While the control plane is upgraded, unready pods of all workloads count as outages.
  void set_masters_upgrading(bool are_upgrading) { masters_are_upgrading_ = are_upgrading; }
  /// Sends the order to the node; returns when it arrives there.
  sim::Time send(std::uint32_t node, Order order);

  // Queries.

  [[nodiscard]] const Cluster& cluster() const noexcept { return cluster_; }
  [[nodiscard]] sim::Scheduler& events() noexcept { return events_; }
  [[nodiscard]] const sim::Process& process() const noexcept { return process_; }
  [[nodiscard]] const ClusterPod& pod(PodId id) const { return pods_[id]; }
  [[nodiscard]] std::string name_of(PodId id) const;
  [[nodiscard]] const std::vector<PodId>& pods_on(std::uint32_t node) const { return on_node_[node]; }
  [[nodiscard]] ReplicaOutages& outages() noexcept { return outages_; }
  /// Draws a latency.
  [[nodiscard]] sim::Duration draw(const timing::Spread& spread) { return latencies_.draw(spread); }
  /// Pods that fitted no node at once, and those that wait for one now.
  [[nodiscard]] std::uint32_t num_delayed() const noexcept { return num_delayed_; }
  [[nodiscard]] std::size_t waiting() const noexcept { return without_node_.size(); }
  /// Number of pods of each workload that had no node at the start and have got one.
  [[nodiscard]] const std::map<std::uint32_t, std::uint32_t>& placed_later() const noexcept { return placed_later_; }
  /// Time of the last change of a pod, including scheduled ones.
  [[nodiscard]] sim::Time last_change() const noexcept { return last_change_; }

  /// Sets the callbacks for every deleted pod and every recovered replica.
  void observe(std::function<void(PodId)> gone, std::function<void()> recovered) {
    gone_ = std::move(gone);
    recovered_ = std::move(recovered);
  }

 private:
  void learn(const Report& report);
  void is_gone(PodId id);
  void has_finished(PodId id);
  /// Frees the room of a pod that has ended.
  void leave_node(const ClusterPod& pod);
  /// Applies `change` to the pod and updates the counts of budgets.
  void change(PodId id, const std::function<void(ClusterPod&)>& change);
  void budgets_changed(std::uint32_t workload);
  /// Draws the time from a change until its controller handles it.
  [[nodiscard]] sim::Duration draw_reaction_delay();
  /// Informs the workload's controller of a change.
  void notify(std::uint32_t workload);
  void reconcile(std::uint32_t workload);
  void reconcile_stateful_set(std::uint32_t workload);
  /// Creates the pod that replaces the previous one in its slot.
  void create(std::uint32_t workload, std::uint32_t ordinal, std::uint32_t slot);
  void schedule(PodId id);
  [[nodiscard]] bool bind(PodId id);
  void retry_without_node();
  [[nodiscard]] Replica slot_of(const ClusterPod& pod) const noexcept { return {pod.replica.workload, pod.slot}; }

  /// A controller's state of a workload.
  struct Controlled {
    /// The pod in each slot.
    std::vector<PodId> slots{};
    /// Slots whose pods are to be replaced; for Deployments in the order of the deletions.
    std::deque<std::uint32_t> vacant{};
    std::uint32_t next_ordinal = 0;
    /// spec.podManagementPolicy of a StatefulSet is Parallel.
    bool is_parallel = false;
    bool is_queued = false;
  };

  const Cluster& cluster_;
  Send send_;
  timing::Timing timing_;
  timing::Stream latencies_;
  sim::Scheduler events_;
  sim::Process process_;
  Scheduler scheduler_;
  Budgets budgets_;
  ReplicaOutages outages_;
  std::vector<ClusterPod> pods_;
  std::vector<Controlled> controlled_;
  std::vector<std::vector<PodId>> on_node_;
  std::vector<bool> is_upgrading_;
  bool masters_are_upgrading_ = false;
  /// Times of the last order to each node and of its last report: a watch keeps the order.
  std::vector<sim::Time> last_sent_;
  std::vector<sim::Time> last_received_;
  std::vector<PodId> without_node_;
  /// Number of pods at the start, which have the first ids.
  std::size_t num_settled_ = 0;
  std::map<std::uint32_t, std::uint32_t> placed_later_;
  bool is_retry_queued_ = false;
  std::set<std::uint32_t> queued_budgets_;
  std::uint32_t num_delayed_ = 0;
  sim::Time last_change_;
  std::function<void(PodId)> gone_;
  std::function<void()> recovered_;
};

}  // namespace podreel::fleet
