// A node of a drained cluster: simulated from when something happens to it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

/// What the nodes that one thread simulates have in common.
struct SharedLives {
  simulation::SettledPods settled;
  decide::SharedPolicies policies;
};

/// Follows orders, which come in the order of their times, and reports what comes of them. Its kubelet has been up
/// again for a while when the first order comes (timing::node_warm_up), as if it had been up all the time. Where
/// nothing is going to happen but the looks of kubelets at what is as it was, its time stands still until the next
/// order.
class LiveNode final : private trace::Sink {
 public:
  struct Place {
    const Fleet& fleet;
    const Cluster& cluster;
    const Plan& plan;
    std::uint32_t index = 0;
  };

  /// `pods` stand on it when the cluster begins, numbered from `first_pod` on. All references must outlive the node.
  LiveNode(const Place& place, const std::vector<Replica>& pods, PodId first_pod, SharedLives& shared);
  ~LiveNode() override;
  LiveNode(const LiveNode&) = delete;
  LiveNode& operator=(const LiveNode&) = delete;

  void post(Order order);
  /// When something happens next, if anything does.
  [[nodiscard]] std::optional<sim::Time> next_at();
  /// Everything that happens before `end`.
  void run_before(sim::Time end);

  /// What has happened since it was last asked, in the order of time.
  [[nodiscard]] std::vector<Report> take_reports() noexcept { return std::exchange(reports_, {}); }
  /// By seconds since the cluster began; restarts are not counted here.
  [[nodiscard]] std::map<std::int64_t, Second> take_seconds() noexcept { return std::exchange(seconds_, {}); }
  /// Of the turn that has begun last; outages that have not ended are left out.
  [[nodiscard]] NodeAccount take_account(sim::Time end);
  void remember_orders() noexcept { remembers_orders_ = true; }
  /// What was ordered since it remembers, at times since its life began that it was awake.
  [[nodiscard]] const std::vector<Order>& followed() const noexcept { return followed_; }

 private:
  /// A pod as the cluster knows it.
  struct Known {
    PodId id = 0;
    api::PodPhase phase = api::PodPhase::pending;
    bool is_ready = false;
    bool is_deleted = false;
  };

  void come_alive(sim::Time first_order_at);
  void follow(const Order& order);
  void begin_turn();
  /// Everything is as it will be: all pods are ready or finished, and nothing has happened for a while.
  [[nodiscard]] bool is_at_rest();
  void wake(sim::Time at);
  void see(const apiserver::ApiServer::Change& change);
  void report(Known& known, const api::Pod& pod, bool is_gone);
  [[nodiscard]] trace::Kinds wanted() const override;
  void write(const trace::Record& record) override;

  // The node has a clock of its own, which began with it.
  [[nodiscard]] sim::Time here(sim::Time cluster_time) const { return start_ + (cluster_time - born_at_); }
  [[nodiscard]] sim::Time there(sim::Time own_time) const { return born_at_ + (own_time - start_); }

  Place place_;
  SharedLives& shared_;
  std::vector<Replica> pods_;
  PodId first_pod_;
  std::deque<Order> orders_;
  std::vector<Order> followed_;
  bool remembers_orders_ = false;
  sim::Time born_at_{};
  sim::Time start_{};
  language::Scenario scenario_;
  std::optional<timing::Timing> timing_;
  std::optional<simulation::Node> node_;
  std::map<std::string, Known, std::less<>> known_;
  /// What happens from now on counts.
  bool is_watched_ = false;
  /// By its own clock.
  sim::Time last_activity_{};
  std::optional<sim::Time> asleep_since_{};
  std::optional<NodeWatch> turn_;
  sim::Time turn_began_{};
  std::vector<Report> reports_;
  std::map<std::int64_t, Second> seconds_;
};

}  // namespace podreel::fleet
