#include "scenarios/cluster/event_log.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::cluster {

namespace {

using namespace std::chrono_literals;

NewEvent event(std::string_view message, std::uint32_t count = 1) {
  return {.about = {{"kind", "Pod"}, {"namespace", "a"}, {"name", "p"}},
          .type = "Normal",
          .reason = "Pulled",
          .message = message,
          .component = "kubelet",
          .host = "node-1",
          .count = count};
}

}  // namespace

TEST_CASE("what happens again is written to the same event") {
  ObjectStore objects;
  EventLog events{objects};
  events.write(event("one"), sim::Time{});
  events.write(event("two"), sim::Time{});
  events.write(event("one", 2), sim::Time{10s});
  REQUIRE(objects.all("events").size() == 2);
  const nlohmann::json& first = *objects.all("events").begin()->second.json;
  CHECK(first["count"] == 2);
  CHECK(first["firstTimestamp"] != first["lastTimestamp"]);
}

TEST_CASE("who does not count has it counted") {
  ObjectStore objects;
  EventLog events{objects};
  for (int time = 0; time < 3; ++time) events.write_counted(event("one"), sim::Time{});
  events.write_counted(event("two"), sim::Time{});
  REQUIRE(objects.all("events").size() == 2);
  CHECK(objects.all("events").begin()->second.json->at("count") == 3);
}

TEST_CASE("events go an hour after they were last written") {
  ObjectStore objects;
  EventLog events{objects};
  events.write(event("one"), sim::Time{});
  events.write(event("two"), sim::Time{});
  events.write(event("one", 2), sim::Time{30min});
  events.write(event("three"), sim::Time{61min});
  CHECK(objects.all("events").size() == 2);
  events.write(event("four"), sim::Time{2h});
  CHECK(objects.all("events").size() == 2);
}

}  // namespace podreel::cluster
