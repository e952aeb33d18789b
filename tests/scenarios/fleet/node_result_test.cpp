// Sums of a node's results.
#include "scenarios/fleet/node_result.hpp"

#include <doctest/doctest.h>

#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

TEST_CASE("the events of two seconds add up") {
  Second second{.api_writes = 1, .image_pulls = 2, .restarts = 3};
  second += {.api_writes = 10, .image_pulls = 20, .restarts = 30};
  CHECK(second == Second{.api_writes = 11, .image_pulls = 22, .restarts = 33});
}

TEST_CASE("the tallies of two clusters add up") {
  MastersOutcome masters;
  masters.nodes = 1;
  masters.nodes_done = 2;
  masters.unrecovered_nodes = 3;
  masters.failed_pods = 4;
  masters.containers = 5;
  masters.restarted = 6;
  masters.restarts = {1, 2, 3, 4, 5};
  masters.outages = 7;
  masters += MastersOutcome{masters};
  CHECK(masters.nodes == 2);
  CHECK(masters.nodes_done == 4);
  CHECK(masters.unrecovered_nodes == 6);
  CHECK(masters.failed_pods == 8);
  CHECK(masters.containers == 10);
  CHECK(masters.restarted == 12);
  CHECK(masters.restarts == std::array<std::uint64_t, cause_count>{2, 4, 6, 8, 10});
  CHECK(masters.outages == 14);
}

TEST_CASE("causes of restarts have names") {
  CHECK(to_string(Cause::definition_changed) == "definition changed");
  CHECK(to_string(Cause::probe) == "probe");
  CHECK(to_string(Cause::exited) == "exited");
  CHECK(to_string(Cause::sandbox) == "sandbox");
  CHECK(to_string(Cause::other) == "other");
}

}  // namespace podreel::fleet
