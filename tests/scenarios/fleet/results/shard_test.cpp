#include "scenarios/fleet/results/shard.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::fleet {

namespace {

Fleet fleet_of(std::initializer_list<std::uint32_t> nodes) {
  Fleet fleet;
  for (const std::uint32_t count : nodes) {
    NodePool& pool = fleet.clusters.emplace_back().pools.emplace_back();
    pool.count = count;
  }
  return fleet;
}

}  // namespace

TEST_CASE("every node is in one shard, however many there are") {
  const Fleet fleet = fleet_of({7, 1, 12});
  for (std::uint32_t count = 1; count < 30; ++count) {
    for (std::uint32_t cluster = 0; cluster < fleet.clusters.size(); ++cluster) {
      std::uint32_t next = 0;
      for (std::uint32_t number = 1; number <= count; ++number) {
        const NodeRange nodes = nodes_of({number, count}, fleet, cluster);
        CHECK(nodes.begin == next);
        CHECK(nodes.begin <= nodes.end);
        next = nodes.end;
      }
      CHECK(next == node_count(fleet.clusters[cluster]));
    }
  }
}

TEST_CASE("shards are about as large as each other") {
  const Fleet fleet = fleet_of({7, 1, 12});
  for (std::uint32_t number = 1; number <= 3; ++number) {
    std::uint32_t nodes = 0;
    for (std::uint32_t cluster = 0; cluster < fleet.clusters.size(); ++cluster) {
      const NodeRange range = nodes_of({number, 3}, fleet, cluster);
      nodes += range.end - range.begin;
    }
    CHECK(nodes >= 6);
    CHECK(nodes <= 7);
  }
}

TEST_CASE("shards are counted from one") {
  CHECK(to_string(parse_shard("3/8").value()) == "3/8");
  for (const std::string text : {"", "3", "3/", "/8", "0/8", "9/8", "-1/8", "3/8x", "3 /8", "5000000000/5000000000"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_shard(text));
  }
}

}  // namespace podreel::fleet
