// What a fleet says of its nodes is what these nodes do.
#include "scenarios/fleet/in_place.hpp"

#include <doctest/doctest.h>
#include <map>
#include <string>

#include "scenarios/fleet/accounts/simulated_accounts.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/language/load.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

std::vector<std::uint32_t> nodes_of(const Cluster& cluster) {
  std::vector<std::uint32_t> nodes(node_count(cluster));
  for (std::uint32_t node = 0; node < nodes.size(); ++node) nodes[node] = node;
  return nodes;
}

std::vector<NodeAccount> accounts_of(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, std::size_t threads) {
  Placements placements{fleet};
  SimulatedAccounts accounts{fleet, plan, placements, threads};
  InPlace turns{placements, accounts};
  const std::vector<std::uint32_t> nodes = nodes_of(fleet.clusters[cluster]);
  static_cast<void>(turns.begin(cluster, nodes));
  return turns.take(cluster, static_cast<std::uint32_t>(nodes.size()));
}

}  // namespace

TEST_CASE("the account of a node is that of the scenario that is printed for it") {
  const Loaded loaded = testing::shop_fleet();
  for (const Plan& plan : loaded.plans) {
    if (plan.drain) continue;
    for (std::uint32_t index = 0; index < loaded.fleet->clusters.size(); ++index) {
      const Cluster& cluster = loaded.fleet->clusters[index];
      const Placement placement{cluster};
      const std::vector<NodeAccount> accounts = accounts_of(*loaded.fleet, plan, index, 1);
      for (const std::uint32_t node : nodes_of(cluster)) {
        CAPTURE(node_name(cluster, node));
        const std::vector<Replica>& pods = placement.pods_of(node);
        const std::string text = node_document(*loaded.fleet, cluster, node, pods, plan, plan.watch).dump();
        const language::Loaded printed = language::load_scenarios(api::load_documents(text, "n.json"), "n.json");
        REQUIRE(printed.problems.empty());
        CHECK(account_of(printed.scenarios.front(), pods, {}, accounts[node].looked_at_for, {}) == accounts[node]);
      }
    }
  }
}

TEST_CASE("accounts do not depend on the number of threads") {
  const Loaded loaded = testing::shop_fleet();
  const Plan& swap = loaded.plans.front();
  CHECK(accounts_of(*loaded.fleet, swap, 0, 1) == accounts_of(*loaded.fleet, swap, 0, 3));
}

TEST_CASE("a kubelet that takes containers for others restarts them, and pods are down meanwhile") {
  const Loaded loaded = testing::shop_fleet();
  for (const NodeAccount& account : accounts_of(*loaded.fleet, loaded.plans.front(), 1, 1)) {
    CHECK(account.containers > 0);
    CHECK(account.restarted == account.containers);
    CHECK(account.restarts[static_cast<std::size_t>(Cause::definition_changed)] == account.containers);
    CHECK(account.has_recovered);
    CHECK_FALSE(account.outages.empty());
  }
}

TEST_CASE("rewritten hashes restart nothing") {
  const Loaded loaded = testing::shop_fleet();
  for (const NodeAccount& account : accounts_of(*loaded.fleet, loaded.plans.at(2), 1, 1)) {
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
  SimulatedAccounts accounts{*loaded.fleet, loaded.plans.front(), placements, 1};
  InPlace turns{placements, accounts};
  static_cast<void>(turns.begin(0, {0}));
  CHECK(turns.take(0, 1).front().restarted == 1);
  const NodeAccount back = turns.take_back(0, {0}).front();
  CHECK(back.restarted == 1);
  CHECK(back.restarts[static_cast<std::size_t>(Cause::definition_changed)] == 1);
  CHECK(back.outages.size() == 1);
}

}  // namespace podreel::fleet
