// Results that wait for their request.
#include "scenarios/fleet/results/prefetched_results.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::fleet {

namespace {

NodeResult sample_result() {
  NodeResult result;
  result.containers = 3;
  result.restarted = 2;
  result.restarts_of = {{0, 2}};
  result.outages = {{{0, 7}, std::chrono::seconds{1}, std::chrono::seconds{4}, true}};
  result.looked_at_for = std::chrono::minutes{1};
  return result;
}

}  // namespace

TEST_CASE("a result is handed out once, for its own cluster, node and part") {
  PrefetchedResults results{1'000};
  results.put({0, 1, NodePart::roll_back}, sample_result());
  CHECK_FALSE(results.take({0, 1, NodePart::turn}, 1));
  CHECK_FALSE(results.take({1, 1, NodePart::roll_back}, 1));
  CHECK(results.take({0, 1, NodePart::roll_back}, 1) == sample_result());
  CHECK_FALSE(results.take({0, 1, NodePart::roll_back}, 1));
}

TEST_CASE("results that are not requested leave no room for others, until they are") {
  PrefetchedResults results{1};
  CHECK(results.has_room());
  results.put({0, 1, NodePart::turn}, sample_result());
  CHECK_FALSE(results.has_room());
  static_cast<void>(results.take({0, 1, NodePart::turn}, 1));
  CHECK(results.has_room());
}

}  // namespace podreel::fleet
