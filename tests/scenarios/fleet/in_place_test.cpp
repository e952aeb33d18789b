// What a fleet says of its nodes is what these nodes do.
#include "scenarios/fleet/in_place.hpp"

#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

#include "engine/sim/random.hpp"
#include "scenarios/fleet/node_run.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/results/simulated_node_results.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

std::vector<std::uint32_t> nodes_of(const Cluster& cluster) {
  std::vector<std::uint32_t> nodes(node_count(cluster));
  for (std::uint32_t node = 0; node < nodes.size(); ++node) nodes[node] = node;
  return nodes;
}

std::vector<NodeResult> accounts_of(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, std::size_t threads) {
  Placements placements{fleet};
  SimulatedNodeResults accounts{fleet, plan, placements, threads};
  InPlaceUpgrader turns{placements, accounts};
  const std::vector<std::uint32_t> nodes = nodes_of(fleet.clusters[cluster]);
  static_cast<void>(turns.begin(cluster, nodes));
  return turns.take(cluster, static_cast<std::uint32_t>(nodes.size()));
}

Loaded masters_fleet(const std::string& pod_spec, const std::string& more_of_masters) {
  Loaded loaded = testing::loaded_fleet(testing::masters_fleet(3, testing::deployment("web", 5, pod_spec)) +
                                        testing::masters_plan(more_of_masters, "  watch: 2m\n"));
  for (const api::Problem& problem : loaded.problems) FAIL(api::to_string(problem));
  return loaded;
}

format::Scenario printed_scenario(const Fleet& fleet, std::uint32_t node, const std::vector<Replica>& pods,
                                  const Plan& plan) {
  const std::string text =
      node_document(fleet, fleet.clusters.front(), node, pods, plan, turn_begins(plan) + plan.watch).dump();
  format::Loaded printed = format::load_scenarios(api::load_documents(text, "n.json"), "n.json");
  for (const api::Problem& problem : printed.problems) FAIL_CHECK(api::to_string(problem));
  REQUIRE(printed.problems.empty());
  return std::move(printed.scenarios.front());
}

/// `accounts` are those of `nodes`, which the printed scenarios have as well.
void check_printed(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, const Placement& placement,
                   const std::vector<std::uint32_t>& nodes, const std::vector<NodeResult>& accounts) {
  REQUIRE(accounts.size() == nodes.size());
  for (std::size_t index = 0; index < nodes.size(); ++index) {
    CAPTURE(plan.name);
    CAPTURE(node_name(fleet.clusters[cluster], nodes[index]));
    const std::vector<Replica>& pods = placement.pods_of(nodes[index]);
    const std::string text =
        node_document(fleet, fleet.clusters[cluster], nodes[index], pods, plan, turn_begins(plan) + plan.watch).dump();
    const format::Loaded printed = format::load_scenarios(api::load_documents(text, "n.json"), "n.json");
    for (const api::Problem& problem : printed.problems) FAIL(api::to_string(problem));
    CHECK(result_of(printed.scenarios.front(), pods, turn_begins(plan),
                    turn_begins(plan) + accounts[index].looked_at_for, {}) == accounts[index]);
  }
}

}  // namespace

TEST_CASE("the account of a node is that of the scenario that is printed for it") {
  const Loaded loaded = testing::shop_fleet();
  for (const Plan& plan : loaded.plans) {
    if (plan.drain) continue;
    for (std::uint32_t index = 0; index < loaded.fleet->clusters.size(); ++index) {
      const Placement placement{loaded.fleet->clusters[index]};
      const std::vector<std::uint32_t> nodes = nodes_of(loaded.fleet->clusters[index]);
      check_printed(*loaded.fleet, plan, index, placement, nodes, accounts_of(*loaded.fleet, plan, index, 1));
    }
  }
}

TEST_CASE("so it is for fifty nodes of 60,000, whichever these are") {
  for (const char* file : {"1.8-to-1.16.yaml", "1.12-to-1.17-seventeen-clusters.yaml"}) {
    CAPTURE(file);
    const Loaded loaded = load({(testing::source_path("scenarios/library/fleets") / file).string()});
    REQUIRE(loaded.problems.empty());
    const Fleet& fleet = *loaded.fleet;
    Placements placements{fleet};
    for (std::uint64_t drawn = 0; drawn < 50 / 2 / testing::one_in({.sanitized = 5}); ++drawn) {
      // Of two clusters only: pods are placed once for each.
      const std::uint32_t cluster = drawn % 2 == 0 ? 0 : 9;
      const auto node =
          static_cast<std::uint32_t>(sim::scale_below(sim::mix(drawn), node_count(fleet.clusters[cluster])));
      const Plan& plan = loaded.plans[drawn % 3];
      SimulatedNodeResults accounts{fleet, plan, placements, 1};
      check_printed(fleet, plan, cluster, placements.of(cluster), {node}, accounts.of(cluster, {node}));
    }
  }
}

TEST_CASE("accounts do not depend on the number of threads") {
  const Loaded loaded = testing::shop_fleet();
  const Plan& swap = loaded.plans.front();
  CHECK(accounts_of(*loaded.fleet, swap, 0, 1) == accounts_of(*loaded.fleet, swap, 0, 3));
}

TEST_CASE("what a fleet's runtime leaves to chance is another thing on each node, and the same for every thread") {
  std::string text =
      testing::small_fleet(4, testing::deployment("web", 4, "{containers: [{name: a, image: i}]}")) +
      "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\nspec: {node: [{at: 5s, "
      "startKubelet: {version: \"1.31\"}}]}\n";
  const std::string spec = "spec:\n";
  text.insert(text.find(spec) + spec.size(),
              "  runtime: {calls: [{call: StartContainer, takes: {min: 1s, p50: 2s, p99: 20s, max: 30s}}]}\n");
  const Loaded loaded = testing::loaded_fleet(text);
  REQUIRE(loaded.problems.empty());
  const Plan& plan = loaded.plans.front();
  const std::vector<NodeResult> accounts = accounts_of(*loaded.fleet, plan, 0, 1);
  CHECK(accounts_of(*loaded.fleet, plan, 0, 3) == accounts);
  std::set<sim::Duration> times;
  const Placement placement{loaded.fleet->clusters.front()};
  for (std::uint32_t node = 0; node < 4; ++node) {
    times.insert(accounts[node].done_at);
    const std::string printed =
        node_document(*loaded.fleet, loaded.fleet->clusters.front(), node, placement.pods_of(node), plan, plan.watch)
            .dump();
    const format::Loaded scenario = format::load_scenarios(api::load_documents(printed, "n.json"), "n.json");
    REQUIRE(scenario.problems.empty());
    CHECK(result_of(scenario.scenarios.front(), placement.pods_of(node), {}, accounts[node].looked_at_for, {}) ==
          accounts[node]);
  }
  CHECK(times.size() == 4);
}

TEST_CASE("an API server that fills in what kubelets hash restarts containers on all nodes before any has its turn") {
  const Loaded loaded = masters_fleet(testing::resizable_container_spec, "");
  Placements placements{*loaded.fleet};
  SimulatedNodeResults accounts{*loaded.fleet, loaded.plans.front(), placements, 1};
  for (const NodeResult& account : accounts.of_masters(0, {0, 1, 2})) {
    CHECK(account.containers > 0);
    CHECK(account.restarted == account.containers);
    CHECK(account.restarts[static_cast<std::size_t>(Cause::definition_changed)] == account.containers);
    CHECK(account.outages.size() == account.containers);
    CHECK(account.outages.front().from >= std::chrono::seconds{1});
    CHECK(account.has_recovered);
    CHECK(account.looked_at_for == std::chrono::minutes{10});
  }
}

TEST_CASE("an API server that fills in nothing new restarts nothing, and leaves kubelets to do so") {
  const Loaded loaded = masters_fleet(testing::one_container_spec, "");
  Placements placements{*loaded.fleet};
  SimulatedNodeResults accounts{*loaded.fleet, loaded.plans.front(), placements, 1};
  for (const NodeResult& account : accounts.of_masters(0, {0, 1, 2})) {
    CHECK(account.containers > 0);
    CHECK(account.restarted == 0);
    CHECK(account.outages.empty());
    CHECK(account.done_at == std::chrono::seconds{1});
  }
  for (const NodeResult& account : accounts.of(0, {0, 1, 2})) CHECK(account.restarted == account.containers);
}

TEST_CASE("what the masters do to a node, and its turn, are in the scenario that is printed for it") {
  for (const char* spec : {testing::resizable_container_spec, testing::one_container_spec}) {
    for (const char* watched_for : {", watchedFor: 2s", ", watchedFor: 3m"}) {
      CAPTURE(spec);
      CAPTURE(watched_for);
      const Loaded loaded = masters_fleet(spec, watched_for);
      const Plan& plan = loaded.plans.front();
      Placements placements{*loaded.fleet};
      SimulatedNodeResults accounts{*loaded.fleet, plan, placements, 1};
      for (std::uint32_t node = 0; node < 3; ++node) {
        const std::vector<Replica>& pods = placements.of(0).pods_of(node);
        format::Scenario printed = printed_scenario(*loaded.fleet, node, pods, plan);
        const NodeResult turn = accounts.of(0, {node}).front();
        CHECK(result_of(printed, pods, turn_begins(plan), turn_begins(plan) + turn.looked_at_for, {}) == turn);
        // Nothing but the masters, where it takes longer than they are watched.
        std::erase_if(printed.timeline, [&](const format::Step& step) { return step.at >= turn_begins(plan); });
        const NodeResult masters = accounts.of_masters(0, {node}).front();
        CHECK(result_of(printed, pods, masters_begin(plan), masters_begin(plan) + masters.looked_at_for, {}) ==
              masters);
      }
    }
  }
}

TEST_CASE("masters are watched longer where pods are not as ready as they were, and nodes' turns begin as planned") {
  std::string text = testing::masters_fleet(1, testing::deployment("web", 2, testing::resizable_container_spec));
  const std::string spec = "spec:\n";
  text.insert(text.find(spec) + spec.size(), "  runtime: {calls: [{call: StartContainer, takes: 40s}]}\n");
  const Loaded loaded = testing::loaded_fleet(text + testing::masters_plan(", watchedFor: 30s", "  watch: 1m\n"));
  REQUIRE(loaded.problems.empty());
  Placements placements{*loaded.fleet};
  SimulatedNodeResults accounts{*loaded.fleet, loaded.plans.front(), placements, 1};
  const NodeResult masters = accounts.of_masters(0, {0}).front();
  CHECK(masters.looked_at_for == std::chrono::minutes{10});
  CHECK(masters.has_recovered);
  CHECK(masters.done_at > std::chrono::seconds{40});
  InPlaceUpgrader turns{placements, accounts};
  const Outcome outcome = carry_out(*loaded.fleet, loaded.plans.front(), turns);
  CHECK(outcome.clusters.front().masters->unrecovered_nodes == 0);
  CHECK(outcome.ends_at == masters.done_at + accounts.of(0, {0}).front().done_at);
}

TEST_CASE("threads do not matter to masters, nor how many nodes are asked for") {
  const Loaded loaded = masters_fleet(testing::resizable_container_spec, "");
  const auto outcome = [&loaded](std::size_t threads) {
    Placements placements{*loaded.fleet};
    SimulatedNodeResults accounts{*loaded.fleet, loaded.plans.front(), placements, threads};
    InPlaceUpgrader turns{placements, accounts};
    static_cast<void>(turns.begin(0, {2, 0, 1}));
    std::vector<NodeResult> all;
    for (int time = 0; time < 3; ++time) all.push_back(turns.upgrade_masters(0, 1).front());
    for (NodeResult& account : turns.take(0, 3)) all.push_back(std::move(account));
    return all;
  };
  CHECK(outcome(1) == outcome(3));
}

TEST_CASE("the API server stays what the masters made of it when nodes are taken back") {
  const Loaded loaded = masters_fleet(testing::resizable_container_spec, "");
  Plan plan = loaded.plans.front();
  const Loaded back =
      testing::loaded_fleet(testing::small_fleet(1, testing::deployment("web", 1, testing::one_container_spec)) +
                            "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\nspec:\n"
                            "  node: [{at: 5s, startKubelet: {version: \"1.31\"}}]\n"
                            "  rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n");
  REQUIRE(back.problems.empty());
  plan.roll_back = back.plans.front().roll_back;
  Placements placements{*loaded.fleet};
  SimulatedNodeResults accounts{*loaded.fleet, plan, placements, 1};
  const NodeResult rolled_back = accounts.rolled_back(0, {0}).front();
  CHECK(rolled_back.restarted == rolled_back.containers);
  CHECK(rolled_back.done_at < plan.watch);
  format::Scenario scenario =
      node_scenario(*loaded.fleet, loaded.fleet->clusters.front(), 0, placements.of(0).pods_of(0), plan);
  scenario = and_back(std::move(scenario), plan, turn_begins(plan) + plan.watch);
  simulation::ReplayOptions options;
  options.until = *scenario.duration + plan.watch;
  options.print_objects = true;
  CHECK(simulation::replay(scenario, options).objects.front()["spec"]["containers"][0].contains("resizePolicy"));
}

TEST_CASE("a kubelet that takes containers for others restarts them, and pods are down meanwhile") {
  const Loaded loaded = testing::shop_fleet();
  for (const NodeResult& account : accounts_of(*loaded.fleet, loaded.plans.front(), 1, 1)) {
    CHECK(account.containers > 0);
    CHECK(account.restarted == account.containers);
    CHECK(account.restarts[static_cast<std::size_t>(Cause::definition_changed)] == account.containers);
    CHECK(account.has_recovered);
    CHECK_FALSE(account.outages.empty());
  }
}

TEST_CASE("rewritten hashes restart nothing") {
  const Loaded loaded = testing::shop_fleet();
  for (const NodeResult& account : accounts_of(*loaded.fleet, loaded.plans.at(2), 1, 1)) {
    CHECK(account.restarted == 0);
  }
}

TEST_CASE("a node that is taken back restarts what the new kubelet had started") {
  const Loaded loaded = testing::loaded_fleet(
      testing::small_fleet(1, testing::deployment("web", 1, "{containers: [{name: a, image: i}]}")) +
      "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\nspec:\n"
      "  node: [{at: 5s, startKubelet: {version: \"1.31\"}}]\n"
      "  rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n");
  REQUIRE(loaded.problems.empty());
  Placements placements{*loaded.fleet};
  SimulatedNodeResults accounts{*loaded.fleet, loaded.plans.front(), placements, 1};
  InPlaceUpgrader turns{placements, accounts};
  static_cast<void>(turns.begin(0, {0}));
  CHECK(turns.take(0, 1).front().restarted == 1);
  const NodeResult back = turns.roll_back(0, {0}, {}).front();
  CHECK(back.restarted == 1);
  CHECK(back.restarts[static_cast<std::size_t>(Cause::definition_changed)] == 1);
  CHECK(back.outages.size() == 1);
}

}  // namespace podreel::fleet
