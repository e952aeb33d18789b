// Drained clusters that peers simulate together.
#include "scenarios/fleet/results/distributed_drains.hpp"

#include <atomic>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/fleet/drain/simulated_drains.hpp"
#include "scenarios/fleet/results/drain_codec.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tests/support/thread_rank_group.hpp"

namespace podreel::fleet {

namespace {

/// What each of the clusters has come to after each batch, until the plan cannot go on.
std::vector<std::pair<std::vector<std::uint32_t>, std::vector<DrainedBatch>>> all_of(Drains& drains, const Fleet& fleet,
                                                                                     const Plan& plan) {
  std::vector<std::pair<std::vector<std::uint32_t>, std::vector<DrainedBatch>>> all;
  for (std::uint32_t cluster = 0; cluster < fleet.clusters.size(); ++cluster) {
    auto& [placed, batches] = all.emplace_back(drains.placed(cluster), std::vector<DrainedBatch>{});
    for (std::uint64_t done = 0; done < node_count(fleet.clusters[cluster]) * plan.stages().size();) {
      batches.push_back(drains.next(cluster));
      if (batches.back().so_far.stuck_because) break;
      done += batches.back().accounts.size();
    }
  }
  return all;
}

/// Of the shop, whose last plan drains its 18 nodes.
void check_rank_group(const Loaded& shop) {
  const Plan& plan = shop.plans.back();
  REQUIRE(plan.drain);
  SimulatedDrains alone{*shop.fleet, plan, 1};
  const auto expected = all_of(alone, *shop.fleet, plan);
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    std::atomic<std::size_t> same{0};
    std::atomic<std::size_t> turns{0};
    testing::as_rank_group(count, [&](parallel::RankGroup& rank_group) {
      DistributedDrains shared{*shop.fleet, plan, rank_group, 1, [&turns](std::size_t more) { turns += more; }};
      if (all_of(shared, *shop.fleet, plan) == expected) ++same;
    });
    CHECK(same == count);
    CHECK(turns == 18 * plan.stages().size());
  }
}

}  // namespace

TEST_CASE("peers exchange what one process simulates") {
  check_rank_group(testing::shop_fleet());
}

TEST_CASE("so they do where the masters come first") {
  check_rank_group(testing::loaded_fleet(testing::shop_with(
      "  drain: {}\n",
      "  masters: {steps: [{at: 1s, upgradeApiServer: {version: \"1.33\"}}], watchedFor: 1m}\n  drain: {}\n")));
}

TEST_CASE("a batch is read as it was written") {
  using namespace std::chrono_literals;
  const Loaded shop = testing::shop_fleet();
  const Cluster& cluster = shop.fleet->clusters.front();
  DrainedBatch batch;
  batch.accounts.resize(2);
  batch.accounts[1].outages = {{{1, 2}, -3s, 4s, true}, {{0, 7}, -1ns, {}, false}};
  batch.so_far = {1, 2, 3, 4, 5, {{1, 3}}, {{11, "why"}}, {}};
  for (const bool is_stuck : {false, true}) {
    if (is_stuck) batch.so_far.stuck_because = "budget";
    std::string bytes;
    encode(batch, bytes);
    parallel::NumberReader reader{bytes};
    CHECK(decode_batch(reader, cluster) == batch);
    CHECK(reader.is_at_end());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      parallel::NumberReader cut{std::string_view{bytes}.substr(0, length)};
      CHECK_FALSE(decode_batch(cut, cluster));
    }
  }
  batch.so_far.undrained = {{12, "no such node"}};
  std::string bytes;
  encode(batch, bytes);
  parallel::NumberReader reader{bytes};
  CHECK_FALSE(decode_batch(reader, cluster));
}

}  // namespace podreel::fleet
