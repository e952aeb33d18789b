#include "scenarios/fleet/rollout.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <functional>
#include <string>
#include <vector>

#include "engine/api/label_selector_text.hpp"
#include "scenarios/fleet/order.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

/// Nodes whose accounts a test gives: each has one pod of the cluster's only workload.
class GivenUpgrader final : public NodeUpgrader {
 public:
  using Account = std::function<NodeResult(std::uint32_t cluster, std::uint32_t node)>;
  explicit GivenUpgrader(Account account, Account of_masters = {})
      : account_{std::move(account)}, of_masters_{std::move(of_masters)} {}

  std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) override {
    next_.resize(cluster + 1U);
    begun.push_back(cluster);
    return {static_cast<std::uint32_t>(order.size())};
  }
  std::vector<NodeResult> upgrade_masters(std::uint32_t cluster, std::uint32_t count) override {
    std::vector<NodeResult> accounts;
    for (; count > 0; --count) accounts.push_back(of_masters_(cluster, next_of_masters_++));
    return accounts;
  }
  std::vector<NodeResult> take(std::uint32_t cluster, std::uint32_t count) override {
    std::vector<NodeResult> accounts;
    for (; count > 0; --count) accounts.push_back(account_(cluster, next_[cluster]++));
    return accounts;
  }
  std::vector<NodeResult> roll_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                    sim::Duration pause) override {
    pauses.push_back(pause);
    std::vector<NodeResult> accounts;
    for (const std::uint32_t node : nodes) accounts.push_back(account_(cluster, node));
    return accounts;
  }
  void end(std::uint32_t /*cluster*/) override {}

  std::vector<std::uint32_t> begun;
  /// Before each batch that is rolled back.
  std::vector<sim::Duration> pauses;

 private:
  Account account_;
  Account of_masters_;
  std::uint32_t next_of_masters_ = 0;
  std::vector<std::uint32_t> next_;
};

Fleet fleet_of(std::vector<std::uint32_t> nodes) {
  Fleet fleet;
  for (const std::uint32_t count : nodes) {
    Cluster& cluster = fleet.clusters.emplace_back();
    cluster.name = "c" + std::to_string(fleet.clusters.size());
    NodePool& pool = cluster.pools.emplace_back();
    pool.name = "n";
    pool.count = count;
    Workload& workload = cluster.workloads.emplace_back();
    workload.kind = "Deployment";
    workload.namespace_name = "shop";
    workload.name = "web";
    workload.replicas = count;
  }
  return fleet;
}

/// Down from the 5th second to the 8th, one container restarted.
NodeResult restarted() {
  NodeResult account;
  account.containers = 2;
  account.restarted = 1;
  account.restarts.front() = 1;
  account.restarts_of[0] = 1;
  account.outages = {{{0, 0}, 5s, 8s, true}};
  account.done_at = 8s;
  account.looked_at_for = 60s;
  return account;
}

NodeResult untouched() {
  NodeResult account;
  account.containers = 2;
  account.done_at = 5s;
  account.looked_at_for = 60s;
  return account;
}

Plan plan_of(std::uint32_t batch, sim::Duration pause) {
  Plan plan;
  plan.batch = {batch, 0};
  plan.pause = pause;
  return plan;
}

}  // namespace

TEST_CASE("batches begin when the one before is done, and after a pause") {
  GivenUpgrader turns{[](auto, auto) { return restarted(); }};
  const Outcome outcome = carry_out(fleet_of({5}), plan_of(2, 30s), turns);
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK(cluster.nodes_done == 5);
  CHECK(outcome.ends_at == 8s + 30s + 8s + 30s + 8s);
  CHECK(cluster.restarted == 5);
  CHECK(cluster.workloads.front().max_down == 2);
  CHECK(cluster.workloads.front().down == 15s);
  CHECK(cluster.workloads.front().without_ready == 0s);
  CHECK(outcome.outages == std::vector<sim::Duration>(5, 3s));
}

TEST_CASE("a workload whose replicas are all in one batch is down") {
  GivenUpgrader turns{[](auto, auto) { return restarted(); }};
  const Outcome outcome = carry_out(fleet_of({3}), plan_of(3, 0s), turns);
  CHECK(outcome.clusters.front().workloads.front().without_ready == 3s);
  CHECK(outcome.clusters.front().workloads.front().without_ready_since == 5s);
}

TEST_CASE("canaries come first, and alone") {
  GivenUpgrader turns{[](auto, auto) { return untouched(); }};
  Plan plan = plan_of(10, 0s);
  plan.canaries = {1, 10min};
  CHECK(carry_out(fleet_of({11}), plan, turns).ends_at == 5s + 10min + 5s);
}

TEST_CASE("canaries may be chosen by pool, zone and label") {
  Fleet fleet = fleet_of({2});
  Cluster& cluster = fleet.clusters.front();
  NodePool other = cluster.pools.front();
  other.name = "gpu";
  other.count = 3;
  other.labels = {{"topology.kubernetes.io/zone", "b"}, {"tier", "lab"}};
  cluster.pools.push_back(other);
  const auto order_of = [&cluster](Canaries canaries) {
    Plan plan = plan_of(1, 0s);
    plan.canaries = std::move(canaries);
    return turn_order(cluster, plan);
  };
  const std::vector<std::uint32_t> others_first{2, 3, 4, 0, 1};
  for (const Canaries& canaries : {Canaries{.node_pool = "gpu"}, Canaries{.zone = "b"},
                                   Canaries{.labels = api::parse_label_selector("tier in (lab)").selector}}) {
    const TurnOrder order = order_of(canaries);
    CHECK(order.nodes == others_first);
    CHECK(order.canaries == 3);
  }
  CHECK(order_of({.nodes = 1, .zone = "b"}).nodes == std::vector<std::uint32_t>{2, 0, 1, 3, 4});
  CHECK(order_of({.labels = api::parse_label_selector("kubernetes.io/hostname=n-1").selector}).canaries == 1);
  CHECK(order_of({.zone = "c"}).canaries == 0);
}

TEST_CASE("batches begin in maintenance windows, and what has begun is completed") {
  GivenUpgrader turns{[](auto, auto) { return untouched(); }};
  Plan plan = plan_of(1, 30s);
  plan.windows = Windows{.first = 1h, .every = 24h, .length = 40s};
  const Outcome outcome = carry_out(fleet_of({3, 1}), plan, turns);
  CHECK(outcome.clusters[0].begins_at == 1h);
  // Two batches in the first window, which the second one leaves.
  CHECK(outcome.clusters[0].ends_at == 25h + 5s);
  CHECK(outcome.clusters[1].begins_at == 49h);
}

TEST_CASE("a plan is rolled back at a chosen time, in clusters that are finished and in those at work") {
  GivenUpgrader turns{[](auto, auto) { return untouched(); }};
  Plan plan = plan_of(1, 10s);
  plan.roll_back_at = 60s;
  plan.roll_back.steps.push_back({});
  const Outcome outcome = carry_out(fleet_of({2, 10, 4}), plan, turns);
  CHECK(outcome.clusters[0].nodes_done == 2);
  CHECK(outcome.clusters[0].rolled_back == 2);
  // The first cluster takes 20s, and each further batch 15s.
  CHECK(outcome.clusters[1].nodes_done == 3);
  CHECK(outcome.clusters[1].rolled_back == 3);
  CHECK(outcome.clusters[1].stopped_because == "rolled back at 1m, as planned");
  CHECK(outcome.clusters[2].nodes_done == 0);
  CHECK(outcome.clusters[2].stopped_because == "rolled back at 1m, as planned");
  CHECK_FALSE(outcome.stopped_in);
  CHECK(turns.pauses.front() == 40s);
  CHECK(outcome.ends_at == 60s + 5s + 10s + 5s + 10s + 5s);
}

TEST_CASE("a plan that is completed before its roll-back is rolled back as a whole") {
  GivenUpgrader turns{[](auto, auto) { return untouched(); }};
  Plan plan = plan_of(2, 0s);
  plan.roll_back_at = 1h;
  plan.roll_back.steps.push_back({});
  const Outcome outcome = carry_out(fleet_of({2}), plan, turns);
  CHECK(outcome.clusters.front().rolled_back == 2);
  CHECK(outcome.ends_at == 1h + 5s);
}

TEST_CASE("the masters come first, for all nodes at once, and have figures of their own") {
  Plan plan = plan_of(1, 0s);
  plan.canaries = {1, 10min};
  plan.masters.emplace().watched_for = 5min;
  GivenUpgrader turns{[](auto, auto) { return untouched(); }, [](auto, auto) { return restarted(); }};
  const Outcome outcome = carry_out(fleet_of({3}), plan, turns);
  const ClusterOutcome& cluster = outcome.clusters.front();
  REQUIRE(cluster.masters);
  CHECK(cluster.masters->nodes == 3);
  CHECK(cluster.masters->containers == 6);
  CHECK(cluster.masters->restarted == 3);
  CHECK(cluster.masters->restarts.front() == 3);
  CHECK(cluster.masters->outages == 3);
  CHECK(cluster.containers == 6);
  CHECK(cluster.restarted == 0);
  CHECK(cluster.nodes_done == 3);
  CHECK(cluster.workloads.front().max_down == 3);
  CHECK(cluster.workloads.front().without_ready == 3s);
  CHECK(cluster.workloads.front().restarts == 3);
  CHECK(outcome.outages == std::vector<sim::Duration>(3, 3s));
  CHECK(outcome.ends_at == 5min + 5s + 10min + 5s + 5s);
  REQUIRE(outcome.worst.size() == 3);
  CHECK(outcome.worst.front().stage == Stage::masters);
}

TEST_CASE("masters of many nodes are reported in parts, which makes no difference") {
  Plan plan = plan_of(5'000, 0s);
  plan.masters.emplace();
  GivenUpgrader turns{[](auto, auto) { return untouched(); },
                      [](auto, std::uint32_t node) { return node % 2 == 0 ? restarted() : untouched(); }};
  const ClusterOutcome cluster = carry_out(fleet_of({2'345}), plan, turns).clusters.front();
  CHECK(cluster.masters->nodes == 2'345);
  CHECK(cluster.masters->restarted == 1'173);
  CHECK(cluster.workloads.front().max_down == 1'173);
  CHECK(cluster.workloads.front().interruptions == 1'173);
}

TEST_CASE("nodes have their turn when what the masters did is over") {
  Plan plan = plan_of(1, 0s);
  plan.masters.emplace().watched_for = 5s;
  GivenUpgrader turns{[](auto, auto) { return untouched(); }, [](auto, auto) { return restarted(); }};
  CHECK(carry_out(fleet_of({1}), plan, turns).ends_at == 8s + 5s);
}

TEST_CASE("masters stop the plan before any node has its turn, and in clusters that had not begun") {
  Plan plan = plan_of(1, 0s);
  plan.masters.emplace();
  plan.stop.restarted_percent = 10;
  plan.roll_back.steps.emplace_back();
  const auto with = [&plan](const GivenUpgrader::Account& of_masters) {
    GivenUpgrader turns{[](auto, auto) { return untouched(); }, of_masters};
    return carry_out(fleet_of({2, 2}), plan, turns);
  };
  const Outcome outcome = with([](auto, auto) { return restarted(); });
  CHECK(outcome.stopped_in == 0U);
  CHECK(outcome.clusters[0].nodes_done == 0);
  CHECK(outcome.clusters[0].rolled_back == 0);
  CHECK(outcome.clusters[0].stopped_because == "2 of 4 containers restarted; the plan accepts at most 10%");
  CHECK_FALSE(outcome.clusters[1].masters);
  CHECK(outcome.ends_at == 8s);
  plan.stop = {};
  plan.stop.unrecovered_nodes = 1;
  CHECK(with([](auto, auto) {
          NodeResult account = restarted();
          account.has_recovered = false;
          return account;
        })
            .clusters[0]
            .stopped_because == "2 nodes have pods that have not recovered; the plan accepts at most 1");
  plan.stop = {};
  plan.stop.without_ready_replica = 2s;
  CHECK(with([](auto, auto) { return restarted(); }).clusters[0].stopped_because ==
        "Deployment/shop/web had no ready replica for 3s; the plan accepts at most 2s");
  plan.stop = {};
  plan.stop.restarted_percent = 60;
  CHECK(with([](auto, auto) { return restarted(); }).clusters[1].nodes_done == 2);
  // Exactly as many as the plan accepts.
  plan.stop.restarted_percent = 50;
  CHECK(with([](auto, auto) { return restarted(); }).clusters[1].nodes_done == 2);
  plan.stop.restarted_percent = 49;
  CHECK(with([](auto, auto) { return restarted(); }).clusters[1].nodes_done == 0);
}

TEST_CASE("clusters come in the plan's order, several at a time if it says so") {
  Plan plan = plan_of(10, 0s);
  plan.order = {"c3"};
  GivenUpgrader turns{[](auto, auto) { return untouched(); }};
  CHECK(carry_out(fleet_of({1, 1, 1}), plan, turns).ends_at == 15s);
  CHECK(turns.begun == std::vector<std::uint32_t>{2, 0, 1});
  plan.clusters_at_once = 2;
  CHECK(carry_out(fleet_of({1, 1, 1}), plan, turns).ends_at == 10s);
}

TEST_CASE("a condition stops the plan in all clusters") {
  Plan plan = plan_of(1, 0s);
  plan.stop.restarted_percent = 10;
  GivenUpgrader turns{[](auto, std::uint32_t node) { return node < 2 ? untouched() : restarted(); }};
  const Outcome outcome = carry_out(fleet_of({20, 20}), plan, turns);
  CHECK(outcome.clusters[0].nodes_done == 3);
  CHECK(outcome.clusters[0].stopped_because == "1 of 6 containers restarted; the plan accepts at most 10%");
  CHECK(outcome.clusters[1].nodes_done == 0);
  CHECK(outcome.clusters[0].stopped_by.first == std::vector<std::uint32_t>{2});
  CHECK(outcome.clusters[1].stopped_because == "stopped in c1");
  CHECK(outcome.clusters[1].stopped_by.count == 0);
}

TEST_CASE("a workload without a ready replica for too long stops the plan") {
  Plan plan = plan_of(2, 0s);
  plan.stop.without_ready_replica = 2s;
  GivenUpgrader turns{[](auto, auto) { return restarted(); }};
  CHECK(carry_out(fleet_of({2}), plan, turns).clusters[0].stopped_because ==
        "Deployment/shop/web had no ready replica for 3s; the plan accepts at most 2s");
}

TEST_CASE("a plan is stopped by the nodes of the last step that did what it may not, of which ten are named") {
  Plan plan = plan_of(30, 0s);
  const auto stopped_by = [&plan](const auto& account) {
    GivenUpgrader turns{[&account](auto, std::uint32_t node) { return node % 2 == 0 ? untouched() : account; }};
    return carry_out(fleet_of({30}), plan, turns).clusters[0].stopped_by;
  };
  NodeResult unready = restarted();
  unready.restarted = 0;
  unready.has_recovered = false;
  plan.stop.restarted_percent = 10;
  const NamedNodes restarting = stopped_by(restarted());
  CHECK(restarting.count == 15);
  CHECK(restarting.first == std::vector<std::uint32_t>{1, 3, 5, 7, 9, 11, 13, 15, 17, 19});
  CHECK(stopped_by(unready).count == 0);
  plan.stop = {};
  plan.stop.unrecovered_nodes = 3;
  CHECK(stopped_by(unready).count == 15);
  CHECK(stopped_by(restarted()).count == 0);
  plan.stop = {};
  plan.stop.without_ready_replica = 1ms;
  GivenUpgrader all{[](auto, auto) { return restarted(); }};
  CHECK(carry_out(fleet_of({12}), plan, all).clusters[0].stopped_by.count == 12);
}

TEST_CASE("what does not come back stays down until the plan's end, and may stop it") {
  Plan plan = plan_of(1, 1min);
  GivenUpgrader turns{[](auto, auto) {
    NodeResult account = restarted();
    account.outages.front() = {{0, 0}, 5s, {}, false};
    account.has_recovered = false;
    account.done_at = account.looked_at_for = 10min;
    return account;
  }};
  const Outcome outcome = carry_out(fleet_of({2}), plan, turns);
  CHECK(outcome.clusters[0].unrecovered_nodes == 2);
  CHECK(outcome.clusters[0].workloads[0].without_ready == 10min - 5s);
  plan.stop.unrecovered_nodes = 0;
  CHECK(carry_out(fleet_of({2}), plan, turns).clusters[0].nodes_done == 1);
}

TEST_CASE("a stopped plan is taken back where it says how") {
  Plan plan = plan_of(2, 0s);
  plan.stop.restarted_percent = 10;
  plan.roll_back.steps.emplace_back();
  GivenUpgrader turns{[](auto, auto) { return restarted(); }};
  const Outcome outcome = carry_out(fleet_of({6}), plan, turns);
  CHECK(outcome.clusters[0].nodes_done == 2);
  CHECK(outcome.clusters[0].rolled_back == 2);
  const NodeResult once = restarted();
  CHECK(outcome.clusters[0].containers == 2 * once.containers);
  CHECK(outcome.clusters[0].restarted == 2);
  CHECK(outcome.clusters[0].roll_back.containers == 2 * once.containers);
  CHECK(outcome.clusters[0].roll_back.restarted == 2);
  CHECK(outcome.ends_at == 16s);
}

TEST_CASE("seconds have the maximum of unready pods and their time, also for parallel clusters") {
  Plan plan = plan_of(2, 0s);
  plan.clusters_at_once = 2;
  GivenUpgrader turns{[](std::uint32_t cluster, std::uint32_t) {
    NodeResult account = restarted();
    account.outages = {{{0, 0}, 2s, 2s + 300ms, true}, {{0, 0}, 2s + 500ms, 4s, true}};
    if (cluster == 1) account.outages = {{{0, 0}, 2s + 100ms, 2s + 200ms, true}};
    account.seconds = {{3, {8, 0, 0}}, {5, {1, 0, 0}}};
    return account;
  }};
  const Outcome outcome = carry_out(fleet_of({2, 2}), plan, turns);
  REQUIRE(outcome.seconds.size() == 4);
  CHECK(outcome.seconds.at(2).max_down == 4);
  CHECK(outcome.seconds.at(2).down == 2);
  CHECK(outcome.seconds.at(2).down_for == 2 * 800ms + 2 * 100ms);
  CHECK(outcome.seconds.at(3).max_down == 2);
  CHECK(outcome.seconds.at(3).down_for == 2s);
  CHECK(outcome.seconds.at(4).max_down == 0);
  CHECK(outcome.seconds.at(5).max_down == 0);
}

TEST_CASE("a cluster's course begins with it, and shows when its nodes are upgraded") {
  GivenUpgrader turns{[](auto, auto) { return restarted(); }};
  const Outcome outcome = carry_out(fleet_of({3, 2}), plan_of(2, 2s), turns);
  const TimeSeries& first = outcome.clusters[0].time_series;
  CHECK(first.begins_at() == 0s);
  REQUIRE(first.bins().size() == 19);
  CHECK(first.bins()[8].nodes_done == 2);
  CHECK(first.bins()[18].nodes_done == 1);
  CHECK(first.bins()[5].max_down == 2);
  CHECK(first.bins()[7].down == 2s);
  CHECK(first.bins()[8].max_down == 0);
  const TimeSeries& second = outcome.clusters[1].time_series;
  CHECK(second.begins_at() == 18s);
  CHECK(second.bins()[8].nodes_done == 2);
  CHECK(second.bins()[5].max_down == 2);
}

TEST_CASE("nodes that are taken back are not done any more") {
  Plan plan = plan_of(2, 0s);
  plan.stop.restarted_percent = 10;
  plan.roll_back.steps.emplace_back();
  GivenUpgrader turns{[](auto, auto) { return restarted(); }};
  const Outcome outcome = carry_out(fleet_of({6, 6}), plan, turns);
  CHECK(outcome.stopped_in == 0U);
  const std::vector<TimeSeries::Bin>& bins = outcome.clusters[0].time_series.bins();
  REQUIRE(bins.size() == 17);
  CHECK(bins[8].nodes_done == 2);
  CHECK(bins[16].nodes_done == -2);
  CHECK(outcome.clusters[1].time_series.bins().empty());
}

TEST_CASE("pods that do not come back are in the cluster's course until the plan's end") {
  Plan plan = plan_of(1, 1min);
  GivenUpgrader turns{[](std::uint32_t cluster, auto) {
    NodeResult account = restarted();
    if (cluster == 0) account.outages.front() = {{0, 0}, 5s, {}, false};
    return account;
  }};
  const Outcome outcome = carry_out(fleet_of({1, 2}), plan, turns);
  const std::vector<TimeSeries::Bin>& bins = outcome.clusters[0].time_series.bins();
  REQUIRE(bins.size() == std::chrono::ceil<std::chrono::seconds>(outcome.ends_at).count());
  CHECK(bins.back().max_down == 1);
}

}  // namespace podreel::fleet
