// Nodes of a drained cluster that sleep, and their memory.
#include "scenarios/fleet/drain/sleeping_nodes.hpp"

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

TEST_CASE("drains have the same results if nearly all nodes that sleep hibernate") {
  const Loaded shop = testing::shop_fleet();
  REQUIRE(shop.plans.back().drain);
  const std::vector<DrainedBatch> expected = batches_with(shop, 1'000, 1);
  CHECK(expected.back().so_far.evicted > 0);
  CHECK(batches_with(shop, 1, 1) == expected);
  CHECK(batches_with(shop, 1, 3) == expected);
}

}  // namespace podreel::fleet
