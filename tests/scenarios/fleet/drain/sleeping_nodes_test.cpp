// Nodes of a drained cluster that sleep, and their memory.
#include "scenarios/fleet/drain/sleeping_nodes.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <vector>

#include "scenarios/fleet/drain/cluster_drain.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

std::vector<std::uint32_t> hibernating(SleepingNodes& nodes) {
  std::vector<std::uint32_t> hibernating;
  nodes.limit([&](std::uint32_t node) { hibernating.push_back(node); });
  return hibernating;
}

std::vector<DrainedBatch> batches_with(const Loaded& shop, std::size_t max_live_nodes, std::size_t threads) {
  WorkerThreads workers{threads};
  workers.max_live_nodes = max_live_nodes;
  workers.max_small_cluster = 0;
  std::vector<DrainedBatch> batches;
  ClusterDrain drain{*shop.fleet, shop.plans.back(), 0, workers};
  while (!drain.is_over()) batches.push_back(drain.next());
  batches.push_back(drain.roll_back({0, 1}, {}));
  return batches;
}

}  // namespace

TEST_CASE("the nodes that sleep for the longest time hibernate first, and nodes that are awake never") {
  SleepingNodes nodes{2};
  nodes.note_run(1, true, 1, 0);
  nodes.note_run(2, false, 1, 0);
  CHECK(hibernating(nodes).empty());
  nodes.note_run(3, true, 1, 0);
  nodes.note_run(1, true, 1, 0);
  CHECK(hibernating(nodes) == std::vector<std::uint32_t>{3});
  nodes.note_run(4, false, 1, 0);
  nodes.note_run(1, false, 1, 0);
  CHECK(hibernating(nodes).empty());
}

TEST_CASE("more nodes are kept where most orders are followed once more") {
  SleepingNodes nodes{1};
  nodes.note_run(1, true, 1, 0);
  nodes.note_run(2, true, 1, 3);
  CHECK(hibernating(nodes).empty());
  nodes.note_run(3, true, 1, 0);
  CHECK(hibernating(nodes) == std::vector<std::uint32_t>{1});
}

TEST_CASE("drains have the same results if nearly all nodes that sleep hibernate and keep their history") {
  const Loaded shop = testing::loaded_fleet(testing::shop_with(
      "  drain: {}\n",
      "  drain: {}\n  rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n"));
  REQUIRE(shop.problems.empty());
  REQUIRE(shop.plans.back().drain);
  const std::vector<DrainedBatch> expected = batches_with(shop, 1'000, 1);
  CHECK(expected.back().so_far.evicted > 0);
  CHECK(batches_with(shop, 1, 1) == expected);
  CHECK(batches_with(shop, 1, 3) == expected);
}

TEST_CASE("drains have nearly the same results if nearly all nodes that sleep hibernate") {
  // A kubelet tries again 10 to 15 s after a failed sync.
  constexpr std::chrono::seconds one_retry{15};
  const Loaded shop = testing::shop_fleet();
  const std::vector<DrainedBatch> exact = batches_with(shop, 1'000, 1);
  const std::vector<DrainedBatch> batches = batches_with(shop, 1, 1);
  CHECK(batches_with(shop, 1, 3) == batches);
  REQUIRE(batches.size() == exact.size());
  for (std::size_t index = 0; index < batches.size(); ++index) {
    CHECK(batches[index].so_far.evicted == exact[index].so_far.evicted);
    CHECK(batches[index].so_far.lost == exact[index].so_far.lost);
    CHECK(batches[index].so_far.undrained == exact[index].so_far.undrained);
    REQUIRE(batches[index].accounts.size() == exact[index].accounts.size());
    for (std::size_t node = 0; node < batches[index].accounts.size(); ++node) {
      const NodeResult& account = batches[index].accounts[node];
      const NodeResult& expected = exact[index].accounts[node];
      CHECK(account.outages.size() == expected.outages.size());
      CHECK(account.restarts == expected.restarts);
      CHECK(std::chrono::abs(account.done_at - expected.done_at) < one_retry);
    }
  }
}

}  // namespace podreel::fleet
