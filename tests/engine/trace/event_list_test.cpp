// Events as `kubectl describe` shows them.
#include "engine/trace/event_list.hpp"

#include <doctest/doctest.h>

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

void write(EventList& list, sim::Duration at, EventWrite event) {
  list.write({sim::Time{at}, "default/web", std::move(event)});
}

}  // namespace

TEST_CASE("events are listed by the time they were last seen, repeated ones with their count") {
  EventList list;
  write(list, 1500ms, {"create", "Normal", "Pulled", "Container image \"a\" already present", {}, 1});
  write(list, 2s, {"create", "Normal", "Started", "Started container app", {}, 1});
  write(list, 20s, {"create", "Warning", "BackOff", "Back-off restarting", {}, 1});
  write(list, 33s, {"patch", "Normal", "Pulled", "Container image \"a\" already present", {}, 2});
  CHECK(list.table("default/web", sim::Time{100s}) ==
        "Events:\n"
        "  Type     Reason   Age                From     Message\n"
        "  ----     ------   ----               ----     -------\n"
        "  Normal   Started  98s                kubelet  Started container app\n"
        "  Warning  BackOff  80s                kubelet  Back-off restarting\n"
        "  Normal   Pulled   67s (x2 over 99s)  kubelet  Container image \"a\" already present\n");
  CHECK(list.table("default/other", sim::Time{100s}) == "Events:  <none>\n");
}

TEST_CASE("the same reason about another container is another event") {
  EventList list;
  write(list, 1s, {"create", "Normal", "Pulled", "same", "spec.containers{a}", 1});
  write(list, 2s, {"create", "Normal", "Pulled", "same", "spec.containers{b}", 1});
  write(list, 3s, {"patch", "Normal", "Pulled", "same", "spec.containers{a}", 5});
  const auto events = list.events("default/web");
  REQUIRE(events.size() == 2);
  CHECK(events[0].field_path == "spec.containers{b}");
  CHECK(events[1].count == 5);
  CHECK(events[1].first_seen == sim::Time{1s});
}

}  // namespace podreel::trace
