// What happens to a cluster whose nodes are drained.
#include "scenarios/fleet/drain/drain_rollout.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "scenarios/fleet/drain/simulated_drains.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

using testing::budget;
using testing::budgets;
using testing::drain_plan;
using testing::one_container_spec;

Loaded loaded(const std::string& text) {
  Loaded loaded = testing::loaded_fleet(text);
  for (const api::Problem& problem : loaded.problems) FAIL(problem.message);
  return loaded;
}

Outcome outcome_of(const std::string& text, std::size_t threads = 1) {
  const Loaded fleet = loaded(text);
  SimulatedDrains drains{*fleet.fleet, fleet.plans.back(), threads};
  DrainRollout turns{*fleet.fleet, fleet.plans.back(), drains, threads};
  return carry_out(*fleet.fleet, fleet.plans.back(), turns);
}

}  // namespace

TEST_CASE("a Deployment's pods go to other nodes and are ready there") {
  const Outcome outcome =
      outcome_of(testing::small_fleet(3, testing::deployment("web", 3, one_container_spec)) + drain_plan("{}"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  REQUIRE(cluster.drain);
  CHECK(cluster.nodes_done == 3);
  CHECK_FALSE(cluster.stopped_because);
  CHECK(cluster.drain->evicted >= 3);
  CHECK(cluster.drain->undrained.empty());
  CHECK(cluster.restarted == 0);
  const WorkloadOutcome& web = cluster.workloads.front();
  CHECK(web.interruptions == cluster.drain->evicted);
  CHECK(web.without_ready == 0s);
  for (const sim::Duration outage : outcome.outages) {
    CHECK(outage > 0s);
    CHECK(outage < 10s);
  }
}

TEST_CASE("a node whose pods are all of DaemonSets keeps them, and they restart in place") {
  const std::string daemons =
      "{manifest: {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: logs}, spec: {selector: {matchLabels: {app: "
      "x}}, template: {metadata: {labels: {app: x}}, spec: " +
      std::string{one_container_spec} + "}}}}";
  const Outcome outcome = outcome_of(testing::small_fleet(2, daemons) + drain_plan("{}"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK(cluster.drain->evicted == 0);
  CHECK(cluster.containers == 2);
  CHECK(cluster.restarted == 2);
  CHECK(cluster.workloads.front().interruptions == 2);
}

TEST_CASE("the number of threads changes nothing") {
  const Loaded shop = testing::shop_fleet();
  const Plan& plan = shop.plans.back();
  REQUIRE(plan.drain);
  const auto batches = [&](std::size_t threads) {
    SimulatedDrains drains{*shop.fleet, plan, threads};
    std::vector<DrainedBatch> all;
    for (std::uint32_t cluster = 0; cluster < shop.fleet->clusters.size(); ++cluster) {
      // A quarter of the nodes each.
      for (int batch = 0; batch < 4; ++batch) all.push_back(drains.next(cluster));
    }
    return all;
  };
  const std::vector<DrainedBatch> one = batches(1);
  CHECK(one == batches(2));
  CHECK(one == batches(5));
  CHECK(one.back().so_far.evicted > 0);
}

TEST_CASE("masters come first in a cluster whose nodes are drained, and pods stay where they are meanwhile") {
  const auto masters_first = [](const char* pod_spec, const std::string& more) {
    return testing::masters_fleet(3, testing::deployment("web", 5, pod_spec)) +
           testing::masters_plan(", watchedFor: 3m", "  drain: {}\n" + more);
  };
  const Outcome outcome = outcome_of(masters_first(testing::resizable_container_spec, ""));
  const ClusterOutcome& cluster = outcome.clusters.front();
  REQUIRE(cluster.masters);
  CHECK(cluster.masters->containers == 5);
  CHECK(cluster.masters->restarted == 5);
  CHECK(cluster.masters->outages == 5);
  CHECK(cluster.masters->unrecovered_nodes == 0);
  CHECK(cluster.nodes_done == 3);
  CHECK(cluster.drain->evicted > 0);
  CHECK(cluster.workloads.front().interruptions == 5 + cluster.drain->evicted);
  CHECK(outcome.ends_at > 3min);
  const Outcome quiet = outcome_of(masters_first(one_container_spec, ""));
  CHECK(quiet.clusters.front().masters->restarted == 0);
  CHECK(quiet.clusters.front().masters->outages == 0);
  const Outcome stopped =
      outcome_of(masters_first(testing::resizable_container_spec, "  stop: {restartedPercent: 2}\n"));
  CHECK(stopped.clusters.front().nodes_done == 0);
  CHECK(stopped.clusters.front().drain->evicted == 0);
  CHECK(stopped.clusters.front().stopped_because == "5 of 5 containers restarted; the plan accepts at most 2%");
  const std::string rolled_back =
      masters_first(one_container_spec,
                    "  stop: {unrecoveredNodes: 0, withoutReadyReplica: 0s, restartedPercent: 0}\n  batch: 3\n"
                    "  rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n");
  const Outcome one = outcome_of(rolled_back);
  const Outcome many = outcome_of(rolled_back, 3);
  CHECK(one.clusters.front().rolled_back == 3);
  CHECK(one.outages == many.outages);
  CHECK(one.ends_at == many.ends_at);
  CHECK(*one.clusters.front().drain == *many.clusters.front().drain);
}

TEST_CASE("an eviction that a budget refuses is asked for again until it is granted") {
  const std::string fleet = testing::small_fleet(3, testing::deployment("web", 3, one_container_spec));
  const Outcome outcome =
      outcome_of(fleet + budgets(budget("x", "maxUnavailable: 1")) + drain_plan("{}", ", batch: 2"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK(cluster.drain->refused > 0);
  CHECK(cluster.drain->undrained.empty());
  CHECK(cluster.nodes_done == 3);
  CHECK(cluster.workloads.front().max_down == 1);
}

TEST_CASE("without eviction budgets are ignored") {
  const std::string fleet = testing::small_fleet(3, testing::deployment("web", 3, one_container_spec));
  const Outcome outcome = outcome_of(fleet + budgets(budget("x", "maxUnavailable: 0")) +
                                     drain_plan("{disableEviction: true}", ", batch: 2"));
  CHECK(outcome.clusters.front().nodes_done == 3);
  CHECK(outcome.clusters.front().drain->refused == 0);
  CHECK(outcome.clusters.front().workloads.front().max_down >= 2);
}

TEST_CASE("a budget that allows nothing ends the plan with that explanation") {
  const std::string fleet = testing::small_fleet(3, testing::deployment("web", 3, one_container_spec));
  const Outcome outcome = outcome_of(fleet + budgets(budget("x", "minAvailable: 3")) + drain_plan("{}"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK(cluster.nodes_done == 0);
  REQUIRE(cluster.stopped_because);
  CHECK(cluster.stopped_because->starts_with(
      "c/nodes-0 cannot be drained: the PodDisruptionBudget default/keep-x requires 3 healthy pods and has 3, so "
      "default/web-"));
  CHECK(outcome.ends_at < 1min);
}

TEST_CASE("a node that cannot be drained in time is uncordoned, and the next has its turn") {
  const std::string fleet = testing::small_fleet(3, testing::deployment("web", 3, one_container_spec));
  const Outcome outcome = outcome_of(fleet + budgets(budget("x", "minAvailable: 3")) + drain_plan("{timeout: 20s}"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK_FALSE(cluster.stopped_because);
  CHECK(cluster.nodes_done == 0);
  REQUIRE(cluster.drain->undrained.size() == 3);
  CHECK(cluster.drain->undrained.front().reason.starts_with(
      "the drain exceeded its timeout of 20s: the PodDisruptionBudget"));
}

TEST_CASE("a drain without a timeout is given up when nothing has changed for the plan's maximum recovery time") {
  const std::string fleet = testing::small_fleet(2, testing::deployment("web", 6, one_container_spec));
  const Outcome outcome =
      outcome_of(fleet + budgets(budget("x", "maxUnavailable: 1")) + drain_plan("{}", ", batch: 2, recovery: 3m"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK(cluster.nodes_done == 0);
  REQUIRE(cluster.stopped_because);
  CHECK_MESSAGE(cluster.stopped_because->find(" cannot be drained: the PodDisruptionBudget default/keep-x requires 5 "
                                              "healthy pods and has 5") != std::string::npos,
                *cluster.stopped_because);
  CHECK(outcome.ends_at >= 3min);
  CHECK(outcome.ends_at < 5min);
}

TEST_CASE("a bare pod is lost with force, and keeps its node without") {
  const std::string fleet = testing::small_fleet(
      2, "{manifest: {apiVersion: v1, kind: Pod, metadata: {name: alone}, spec: " + std::string{one_container_spec} +
             "}}");
  const Outcome kept = outcome_of(fleet + drain_plan("{}"));
  REQUIRE(kept.clusters.front().drain->undrained.size() == 1);
  CHECK(kept.clusters.front().drain->undrained.front() ==
        UndrainedNode{0, "default/alone has no controller; set force in the plan to delete it"});
  CHECK(kept.clusters.front().nodes_done == 1);
  const Outcome lost = outcome_of(fleet + drain_plan("{force: true}"));
  CHECK(lost.clusters.front().nodes_done == 2);
  CHECK(lost.clusters.front().drain->lost == 1);
  CHECK(lost.clusters.front().workloads.front().without_ready > 0s);
}

TEST_CASE("a pod with an emptyDir keeps its node unless its data may be deleted") {
  const std::string fleet = testing::small_fleet(
      2, testing::deployment("web", 1, "{volumes: [{name: tmp, emptyDir: {}}], containers: [{name: a, image: i}]}"));
  const Outcome kept = outcome_of(fleet + drain_plan("{}"));
  REQUIRE(kept.clusters.front().drain->undrained.size() == 1);
  CHECK(kept.clusters.front().drain->undrained.front().reason.find("has the emptyDir volume tmp") != std::string::npos);
  CHECK(outcome_of(fleet + drain_plan("{deleteEmptyDirData: true}")).clusters.front().nodes_done == 2);
}

TEST_CASE("pods that fit nowhere wait until a node is uncordoned") {
  const Outcome outcome =
      outcome_of(testing::small_fleet(2, testing::deployment("web", 6, one_container_spec)) + drain_plan("{}"));
  const ClusterOutcome& cluster = outcome.clusters.front();
  CHECK(cluster.nodes_done == 2);
  CHECK(cluster.drain->num_delayed == 6);
  CHECK(cluster.drain->without_node == 0);
  CHECK(cluster.unrecovered_nodes == 0);
}

TEST_CASE("what is taken back begins where the plan was stopped, however far others are") {
  const std::string fleet =
      testing::shop_with("  drain: {}\n",
                         "  drain: {}\n  stop: {restartedPercent: 2}\n  clustersAtOnce: 2\n  "
                         "rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n");
  const Outcome one = outcome_of(fleet);
  const Outcome many = outcome_of(fleet, 4);
  for (const std::size_t index : {0U, 1U}) {
    const ClusterOutcome& cluster = one.clusters[index];
    REQUIRE(cluster.drain);
    CHECK(cluster.stopped_because);
    CHECK(cluster.rolled_back == cluster.nodes_done);
    CHECK(*cluster.drain == *many.clusters[index].drain);
    CHECK(cluster.ends_at == many.clusters[index].ends_at);
  }
  CHECK(one.clusters[0].rolled_back > 0);
  CHECK(one.outages == many.outages);
}

TEST_CASE("a StatefulSet's pods come back under their names, and in their order") {
  const auto db = [](const std::string& policy) {
    return outcome_of(testing::small_fleet(3, testing::stateful_set("db", 3, policy)) + drain_plan("{}", ", batch: 2"));
  };
  const Outcome ordered = db("OrderedReady");
  const Outcome parallel = db("Parallel");
  for (const Outcome* outcome : {&ordered, &parallel}) {
    const ClusterOutcome& cluster = outcome->clusters.front();
    CHECK(cluster.nodes_done == 3);
    CHECK(cluster.unrecovered_nodes == 0);
    CHECK(cluster.workloads.front().interruptions == cluster.drain->evicted);
  }
}

}  // namespace podreel::fleet
