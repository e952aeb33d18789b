// Results of overlapping batches, by seconds and by nodes.
#include "scenarios/fleet/aggregator.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

NodeResult down_for(sim::Duration down, std::uint32_t restarted = 0) {
  NodeResult result;
  result.restarted = restarted;
  if (down > 0s) result.outages = {{{0, 0}, 0s, down, true}};
  return result;
}

std::vector<std::uint32_t> worst_of(const Outcome& outcome) {
  std::vector<std::uint32_t> nodes;
  for (const NodeOutcome& node : outcome.worst) nodes.push_back(node.node);
  return nodes;
}

}  // namespace

TEST_CASE("the worst nodes come first: unrecovered ones, then by the time that pods are down, then by restarts") {
  Aggregator aggregator{1};
  NodeResult unrecovered;
  unrecovered.has_recovered = false;
  aggregator.rank(0, 7, Stage::turn, down_for(0s));
  aggregator.rank(0, 5, Stage::turn, down_for(2s, 1));
  aggregator.rank(0, 1, Stage::turn, down_for(1s, 1));
  aggregator.rank(0, 2, Stage::turn, down_for(1s, 2));
  aggregator.rank(0, 4, Stage::turn, down_for(1s, 2));
  aggregator.rank(0, 3, Stage::turn, down_for(1s, 2));
  aggregator.rank(0, 6, Stage::turn, unrecovered);
  CHECK(worst_of(aggregator.outcome()) == std::vector<std::uint32_t>{6, 5, 2, 3, 4, 1});
}

TEST_CASE("ten of the worst nodes are kept, and an outage that has not ended counts as long as it was observed") {
  Aggregator aggregator{1};
  for (std::uint32_t node = 0; node < 12; ++node) {
    NodeResult result = down_for(1s + std::chrono::seconds{node});
    result.looked_at_for = result.outages.front().until;
    result.outages.front().has_ended = node % 2 == 0;
    result.outages.push_back({{0, 1}, -5s, 1s, true});
    aggregator.rank(0, node, Stage::turn, result);
  }
  CHECK(worst_of(aggregator.outcome()) == std::vector<std::uint32_t>{11, 10, 9, 8, 7, 6, 5, 4, 3, 2});
  CHECK(aggregator.outcome().worst.front().down == 12s);
}

TEST_CASE("seconds add up the events of all clusters, and bear the pods that are down in them") {
  Aggregator aggregator{2};
  aggregator.begin(0, 0s);
  aggregator.begin(1, 10s);
  NodeResult first = down_for(1500ms);
  first.seconds = {{0, {.api_writes = 2, .image_pulls = 1, .restarts = 3}}, {4, {.api_writes = 1}}};
  NodeResult second = down_for(1s);
  second.seconds = {{0, {.api_writes = 1}}};
  aggregator.add(0, {first}, 10s);
  aggregator.add(1, {second}, 10s);
  aggregator.note_done(0, 12s, 1);
  aggregator.outcome().ends_at = 20s;
  const Outcome outcome = std::move(aggregator).finish();
  const Instant& tenth = outcome.seconds.at(10);
  CHECK(tenth.api_writes == 3);
  CHECK(tenth.image_pulls == 1);
  CHECK(tenth.restarts == 3);
  CHECK(tenth.max_down == 2);
  CHECK(tenth.down_for == 2s);
  CHECK(outcome.seconds.at(11).max_down == 1);
  CHECK(outcome.seconds.at(11).down_for == 500ms);
  CHECK(outcome.seconds.at(14).api_writes == 1);
  CHECK(outcome.seconds.at(14).max_down == 0);
  CHECK(outcome.outages == std::vector<sim::Duration>{1s, 1500ms});
  CHECK(outcome.clusters.at(0).time_series.begins_at() == 0s);
  CHECK(outcome.clusters.at(1).time_series.begins_at() == 10s);
  CHECK(outcome.clusters.at(0).time_series.bins().at(12).nodes_done == 1);
  CHECK(outcome.clusters.at(1).time_series.bins().at(0).max_down == 1);
}

}  // namespace podreel::fleet
