// A node that follows orders lives as the scenario that is printed for it.
#include "scenarios/fleet/drain/live_node.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/api/pod_readiness.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/watched_pod.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

/// When, whether a pod is ready, and whether it is gone.
using Reported = std::vector<std::tuple<sim::Duration, bool, bool>>;

/// Of all pods together, from the end of the warm-up on.
Reported reported_by_replay(const std::string& document) {
  const format::Loaded printed = format::load_scenarios(api::load_documents(document, "n.json"), "n.json");
  REQUIRE(printed.problems.empty());
  const format::Scenario& scenario = printed.scenarios.front();
  std::map<std::string, std::pair<bool, api::PodPhase>> pods;
  Reported reported;
  simulation::ReplayOptions options;
  const sim::Time start = simulation::start_time(scenario, options);
  options.watch_pods = [&](sim::Time at, const api::PodPtr& pod, bool gone) {
    auto& [ready, phase] = pods.try_emplace(api::full_name(*pod), false, api::PodPhase::pending).first->second;
    const bool has_changed = ready != is_ready(*pod) || phase != pod->status.phase || gone;
    ready = is_ready(*pod);
    phase = pod->status.phase;
    if (has_changed && at - start >= timing::node_warm_up) reported.emplace_back(at - start, ready, gone);
  };
  static_cast<void>(simulation::replay(scenario, options));
  return reported;
}

}  // namespace

TEST_CASE("a node reports the same as the scenario that is printed for it, even after it was idle") {
  const Loaded loaded = testing::loaded_fleet(
      testing::small_fleet(1, testing::deployment("web", 2, testing::one_container_spec)) + testing::drain_plan("{}"));
  REQUIRE(loaded.problems.empty());
  const Cluster& cluster = loaded.fleet->clusters.front();
  const std::vector<Replica> pods{{0, 0}, {0, 1}};
  SharedLives shared;
  LiveNode node{{*loaded.fleet, cluster, loaded.plans.front(), 0}, pods, 0, shared};
  CHECK_FALSE(node.next_at());
  const sim::Time begin = simulation::epoch + 5min;
  node.post({begin, {}, PodOrder{{0, 0}, {}, 1}});
  node.post({begin + 3s, {}, PodOrder{{0, 2}, 2}});
  node.run_before(begin + 10min);
  CHECK_FALSE(node.next_at());
  node.post({begin + 20min + 123ms, {}, PodOrder{{0, 2}}});
  node.run_before(begin + 30min);
  std::set<PodId> gone;
  Reported reported;
  for (const Report& report : node.take_reports()) {
    reported.emplace_back(sim::Duration{}, report.is_ready, report.is_gone);
    if (report.is_gone) gone.insert(report.pod);
  }
  CHECK(gone == std::set<PodId>{0, 2});
  Reported replayed = reported_by_replay(
      followed_document(*loaded.fleet, cluster, 0, pods, loaded.plans.front(), node.followed()).dump());
  for (auto& each : replayed) std::get<0>(each) = {};
  CHECK(reported == replayed);
}

TEST_CASE("a node to which nothing happens is not simulated") {
  const Loaded loaded = testing::loaded_fleet(
      testing::small_fleet(1, testing::deployment("web", 2, testing::one_container_spec)) + testing::drain_plan("{}"));
  SharedLives shared;
  LiveNode node{{*loaded.fleet, loaded.fleet->clusters.front(), loaded.plans.front(), 0}, {{0, 0}, {0, 1}}, 0, shared};
  node.run_before(simulation::epoch + 24h);
  CHECK(node.take_reports().empty());
  CHECK_FALSE(node.next_at());
}

TEST_CASE("a node that is not simulated is small, and shares the scripts of the fleet's pods while it is") {
  CHECK(sizeof(LiveNode) <= 1024);
  CHECK(sizeof(Order) <= 64);
  const Loaded loaded = testing::loaded_fleet(
      testing::small_fleet(1, testing::deployment("web", 2, testing::one_container_spec)) + testing::drain_plan("{}"));
  Fleet fleet = *loaded.fleet;
  fleet.runtime.pods = {{.name = "web-*"}};
  const memory::SharedList<runtime_fake::PodScript>& scripts = fleet.runtime.pods;
  const format::Scenario scenario =
      node_scenario(fleet, fleet.clusters.front(), 0, {{0, 0}, {0, 1}}, loaded.plans.front());
  CHECK(scenario.runtime.pods.begin() == scripts.begin());
}

TEST_CASE("a node that keeps its history while it hibernates reports the same when it wakes") {
  const Loaded loaded = testing::loaded_fleet(
      testing::small_fleet(1, testing::deployment("web", 2, testing::one_container_spec)) + testing::drain_plan("{}"));
  REQUIRE(loaded.problems.empty());
  const Cluster& cluster = loaded.fleet->clusters.front();
  const sim::Time begin = simulation::epoch + 5min;
  const auto reports = [&](bool hibernates) {
    SharedLives shared;
    LiveNode node{{*loaded.fleet, cluster, loaded.plans.front(), 0}, {{0, 0}, {0, 1}}, 0, shared};
    node.keep_history();
    std::vector<std::tuple<sim::Time, PodId, bool, bool>> all;
    const auto run_to = [&](sim::Time end) {
      node.run_before(end);
      CHECK(node.is_asleep());
      if (hibernates) node.hibernate();
      CHECK(node.is_live() != hibernates);
      CHECK_FALSE(node.next_at());
      for (const Report& report : node.take_reports()) {
        all.emplace_back(report.at, report.pod, report.is_ready, report.is_gone);
      }
    };
    node.post({begin, {}, PodOrder{{0, 0}, {}, 1}});
    node.post({begin + 3s, {}, PodOrder{{0, 2}, 2}});
    run_to(begin + 10min);
    node.post({begin + 20min + 123ms, {}, PodOrder{{0, 2}}});
    run_to(begin + 30min);
    node.post({begin + 40min, {}, PodOrder{{0, 3}, 3}});
    run_to(begin + 50min);
    CHECK((node.take_num_orders().repeated > 0) == hibernates);
    return std::pair{all, node.take_seconds()};
  };
  const auto expected = reports(false);
  CHECK(expected.first.size() > 5);
  CHECK(reports(true) == expected);
}

namespace {

/// Pods, whether they were ready and whether they were gone, in the order of the reports of a node that gets orders,
/// sleeps, gets further ones, is upgraded, and gets the last ones.
struct Life {
  std::vector<std::tuple<PodId, bool, bool>> reported{};
  std::vector<sim::Time> at{};
  std::size_t repeated = 0;
  std::size_t remembered = 0;
};

Life life_of(const Loaded& loaded, bool hibernates) {
  SharedLives shared;
  const Plan& plan = loaded.plans.front();
  LiveNode node{{*loaded.fleet, loaded.fleet->clusters.front(), plan, 0}, {{0, 0}, {0, 1}}, 0, shared};
  Life life;
  const auto run_to = [&](sim::Time end) {
    node.run_before(end);
    for (const Report& report : node.take_reports()) {
      life.reported.emplace_back(report.pod, report.is_ready, report.is_gone);
      life.at.push_back(report.at);
    }
    static_cast<void>(node.take_result(end));
    node.run_before(end + 10min);
    CHECK(node.is_asleep());
    if (hibernates) node.hibernate();
    CHECK_FALSE(node.next_at());
  };
  const sim::Time begin = simulation::epoch + 5min;
  node.post({begin, {}, PodOrder{{0, 0}, {}, 1}});
  node.post({begin + 3s, {}, PodOrder{{0, 2}, 2}});
  run_to(begin + 10min);
  node.post({begin + 30min, {}, PodOrder{{0, 2}}});
  run_to(begin + 40min);
  node.post({begin + 60min, {}, {}});
  node.post({begin + 60min, actions::stop_kubelet(), {}});
  for (const format::Step& step : plan.node.steps) node.post({begin + 60min + step.at, step.action, {}});
  run_to(begin + 70min);
  node.post({begin + 90min, {}, PodOrder{{0, 3}, 3}});
  run_to(begin + 100min);
  life.repeated = node.take_num_orders().repeated;
  life.remembered = node.followed().size();
  return life;
}

}  // namespace

TEST_CASE("a node that hibernates becomes one on which its pods have always run") {
  const std::string fleet = testing::small_fleet(1, testing::deployment("web", 2, testing::one_container_spec));
  const Loaded loaded = testing::loaded_fleet(fleet + testing::drain_plan("{}"));
  REQUIRE(loaded.problems.empty());
  const Life expected = life_of(loaded, false);
  CHECK(expected.reported.size() > 5);
  const Life life = life_of(loaded, true);
  REQUIRE(life.reported == expected.reported);
  for (std::size_t index = 0; index < life.at.size(); ++index) {
    CHECK(std::chrono::abs(life.at[index] - expected.at[index]) < 5s);
  }
  CHECK(life.repeated == 0);
  CHECK(life.remembered == 0);
}

TEST_CASE("a node whose past matters keeps its history while it hibernates") {
  const std::string fleet = testing::small_fleet(1, testing::deployment("web", 2, testing::one_container_spec));
  const std::string back = ", rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]";
  std::string smaller = testing::drain_plan("{}");
  smaller.insert(smaller.find("version: \"1.31\""), "allocatable: {cpu: \"4\"}, ");
  for (const std::string& plan : {testing::drain_plan("{}", back), smaller}) {
    CAPTURE(plan);
    const Loaded loaded = testing::loaded_fleet(fleet + plan);
    REQUIRE(loaded.problems.empty());
    const Life expected = life_of(loaded, false);
    const Life life = life_of(loaded, true);
    CHECK(life.reported == expected.reported);
    CHECK(life.at == expected.at);
    CHECK(life.repeated > 0);
    CHECK(life.remembered == expected.remembered);
  }
}

}  // namespace podreel::fleet
