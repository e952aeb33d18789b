// The node as the API has it.
#include "engine/apiserver/node_object.hpp"

#include <doctest/doctest.h>

namespace podreel::apiserver {

using namespace std::chrono_literals;

TEST_CASE("a condition takes the place of the one of its type, and whoever watches is told") {
  NodeObject node;
  int reported = 0;
  node.on_change([&reported] { ++reported; });
  CHECK(node.find("Ready") == nullptr);
  node.set({.type = "Ready", .status = "True"});
  node.set({.type = "DiskPressure", .status = "False"});
  node.set({.type = "Ready", .status = "Unknown"});
  CHECK(node.conditions().size() == 2);
  CHECK(node.find("Ready")->status == "Unknown");
  CHECK(reported == 3);
}

TEST_CASE("heartbeats follow one another by themselves, and the last one is remembered") {
  NodeObject node;
  CHECK_FALSE(node.last_heartbeat(sim::Time{1h}));
  node.begin_heartbeats(sim::Time{5s}, 10s, sim::Time{1s});
  CHECK_FALSE(node.last_heartbeat(sim::Time{4s}));
  CHECK(node.last_heartbeat(sim::Time{5s}) == sim::Time{5s});
  CHECK(node.last_heartbeat(sim::Time{34s}) == sim::Time{25s});
  node.end_heartbeats(sim::Time{38s});
  CHECK_FALSE(node.has_heartbeats());
  CHECK(node.last_heartbeat(sim::Time{2h}) == sim::Time{35s});
  node.begin_heartbeats(sim::Time{105s}, 10s, sim::Time{100s});
  CHECK(node.last_heartbeat(sim::Time{104s}) == sim::Time{35s});
  CHECK(node.last_heartbeat(sim::Time{116s}) == sim::Time{115s});
}

}  // namespace podreel::apiserver
