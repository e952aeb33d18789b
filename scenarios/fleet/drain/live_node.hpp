// A node of a drained cluster, simulated from its first event on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/apiserver/shared_specs.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/fleet/drain/cluster_pod.hpp"
#include "scenarios/fleet/drain/followed_scenario.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/node_watch.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/simulation/node.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::fleet {

/// State that the nodes of one thread share.
struct SharedLives {
  simulation::SettledPods settled;
  /// The specs of pods that are created on the nodes.
  apiserver::SharedSpecs specs;
  /// Each of them keeps all containers that it has hashed.
  decide::SharedPolicies policies;
  /// Number of nodes that have been simulated with these policies.
  std::size_t num_nodes = 0;
};

/// Executes orders, which arrive in order of time, and reports their effects. Its kubelet starts timing::node_warm_up
/// before the first order, as if it had always run. While only periodic checks without effect remain, it sleeps: its
/// clock is stopped until the next order. A node that sleeps may hibernate: it becomes a node on which its pods have
/// always run, with a kubelet that starts timing::node_warm_up before the next order. If its past still matters, it is
/// simulated again from its first order on instead.
class LiveNode final : private trace::Sink {
 public:
  struct NodeContext {
    const Fleet& fleet;
    const Cluster& cluster;
    const Plan& plan;
    std::uint32_t index = 0;
  };

  /// `pods` are on it when the cluster starts, numbered from `first_pod` on. All references must outlive the node.
  LiveNode(const NodeContext& place, const std::vector<Replica>& pods, PodId first_pod, SharedLives& shared);
  ~LiveNode() override;
  LiveNode(const LiveNode&) = delete;
  LiveNode& operator=(const LiveNode&) = delete;

  void post(Order order);
  /// Time of the next event, if any.
  [[nodiscard]] std::optional<sim::Time> next_at();
  /// Runs all events before `end`.
  void run_before(sim::Time end);

  /// Returns the reports since the last call, in order of time.
  [[nodiscard]] std::vector<Report> take_reports() noexcept { return std::exchange(reports_, {}); }
  /// By seconds since the cluster's start; without restarts.
  [[nodiscard]] std::map<std::int64_t, Second> take_seconds() noexcept { return std::exchange(seconds_, {}); }
  /// Account of the last upgrade; without outages that have not ended.
  [[nodiscard]] NodeResult take_result(sim::Time end);
  /// Makes followed() return all orders, even after the node has hibernated.
  void keep_history() noexcept { keeps_history_ = true; }
  /// Orders so far, or since the node became another one, at times of the node's clock since its start.
  [[nodiscard]] const std::vector<Order>& followed() const noexcept { return followed_; }

  /// Numbers of orders that were followed, and followed once more after a hibernation.
  struct NumOrders {
    std::size_t followed = 0;
    std::size_t repeated = 0;
  };
  /// Returns the numbers since the last call.
  [[nodiscard]] NumOrders take_num_orders() noexcept { return std::exchange(num_orders_, {}); }

  /// Returns whether its simulated node is in memory.
  [[nodiscard]] bool is_live() const noexcept { return simulated_ != nullptr; }
  [[nodiscard]] bool is_asleep() const noexcept { return asleep_since_.has_value(); }
  /// Frees the simulated node, which is asleep.
  void hibernate();

 private:
  /// A pod that the node begins with.
  struct Resident {
    PodId id = 0;
    Replica replica;
  };
  /// Node that a hibernation has left.
  struct Settled {
    std::vector<Resident> pods;
    format::KubeletSettings kubelet;
    /// Number of such hibernations so far, which gives each life other random choices.
    std::uint64_t lives = 0;
  };

  /// Parts that a node without orders, or one that hibernates, has not.
  struct Simulated {
    explicit Simulated(format::Scenario of);

    format::Scenario scenario;
    timing::Timing timing;
    simulation::Node node;
  };

  /// A pod as the cluster's API has it.
  struct Known {
    PodId id = 0;
    Replica replica;
    api::PodPhase phase = api::PodPhase::pending;
    bool is_ready = false;
    bool is_deleted = false;
  };

  [[nodiscard]] simulation::Node& node() noexcept { return simulated_->node; }
  /// Scenario of the node before its first order.
  [[nodiscard]] format::Scenario scenario() const;
  [[nodiscard]] Resident resident(std::size_t index) const;
  /// Simulates the node up to its first order.
  void start_node();
  /// Whether a node on which its pods have always run would behave alike.
  [[nodiscard]] bool can_settle();
  /// Makes it such a node, which has no orders yet.
  void settle();
  /// Simulates a node that hibernated up to the time at which it fell asleep.
  void resume();
  void follow(const Order& order);
  void begin_upgrade();
  /// Whether the node is idle: all pods are ready or finished, and nothing has happened for a while.
  [[nodiscard]] bool is_at_rest();
  void wake(sim::Time at);
  void see(const apiserver::ApiServer::PodChange& change);
  void report(Known& known, const api::Pod& pod, bool is_gone);
  [[nodiscard]] trace::Kinds wanted() const override;
  void write(const trace::Record& record) override;

  // The node has its own clock, which began with it.
  [[nodiscard]] sim::Time here(sim::Time cluster_time) const { return start_ + (cluster_time - born_at_); }
  [[nodiscard]] sim::Time there(sim::Time own_time) const { return born_at_ + (own_time - start_); }

  NodeContext place_;
  SharedLives& shared_;
  std::vector<Replica> pods_;
  PodId first_pod_;
  /// Null: the node is as when the cluster started.
  std::unique_ptr<Settled> settled_;
  bool keeps_history_ = false;
  std::deque<Order> orders_;
  std::vector<Order> followed_;
  NumOrders num_orders_{};
  sim::Time born_at_{};
  sim::Time start_{};
  std::unique_ptr<Simulated> simulated_;
  std::map<std::string, Known, std::less<>> known_;
  /// Events count from now on.
  bool is_watched_ = false;
  /// By its own clock.
  sim::Time last_activity_{};
  std::optional<sim::Time> asleep_since_{};
  /// When it fell asleep, by its own clock.
  sim::Time own_asleep_since_{};
  std::optional<NodeWatch> turn_;
  sim::Time upgrade_began_{};
  std::vector<Report> reports_;
  std::map<std::int64_t, Second> seconds_;
};

}  // namespace podreel::fleet
