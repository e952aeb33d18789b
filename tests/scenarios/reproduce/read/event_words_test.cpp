#include "scenarios/reproduce/read/event_words.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

using namespace std::chrono_literals;

TEST_CASE("rows of kubectl get events are read without their header, and count what they show") {
  const auto row = event_by_words("2m10s  Warning  BackOff  pod/web-0  Back-off restarting failed container");
  REQUIRE(row);
  CHECK(row->kind == "pod");
  CHECK(row->name == "web-0");
  CHECK(row->event.reason == "BackOff");
  CHECK(row->event.message == "Back-off restarting failed container");
  CHECK(row->event.last->minimum == 130s);
  CHECK_FALSE(row->event.is_counted);
  CHECK_FALSE(row->event.first);
  const auto counted = event_by_words("shop 5s (x4 over 2m) Normal Pulled Pod/web-0 Container image \"a\"");
  REQUIRE(counted);
  CHECK(counted->name_space == "shop");
  CHECK(counted->event.count == 4);
  CHECK(counted->event.first->minimum == 120s);
}

TEST_CASE("rows of older kubectls are read: two times, a count, an object or a place in it") {
  const auto listed = event_by_words(
      "2m  9m  7  db-0.14f2a3b4c5d6e7f8  Pod  spec.containers{db}  Normal  Created  {kubelet node-3}  Created "
      "container");
  REQUIRE(listed);
  CHECK(listed->name == "db-0");
  CHECK(listed->event.container == "db");
  CHECK(listed->event.source == "kubelet");
  CHECK(listed->event.count == 7);
  CHECK(listed->event.last->minimum == 2min);
  CHECK(listed->event.first->minimum == 9min);
  const auto described = event_by_words(
      "9m  2m  7  kubelet, node-3  spec.initContainers{wait}  Warning  BackOff  Back-off restarting failed container");
  REQUIRE(described);
  CHECK(described->name.empty());
  CHECK(described->event.is_init);
  CHECK(described->event.last->minimum == 2min);
  CHECK(described->event.message == "Back-off restarting failed container");
}

TEST_CASE("instants may replace ages, and other rows are no events") {
  const auto dated = event_by_words("2024-01-01T10:00:00Z  Normal  Started  pod/web  Started container web");
  REQUIRE(dated);
  CHECK(dated->event.last_at);
  CHECK_FALSE(dated->event.last);
  CHECK_FALSE(event_by_words("web-0  1/1  Running  0  5m"));
  CHECK_FALSE(event_by_words("Normal life goes on"));
  CHECK_FALSE(event_by_words("5m Normal this is prose about kubernetes"));
}

}  // namespace podreel::reproduce
