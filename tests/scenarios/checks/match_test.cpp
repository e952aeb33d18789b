#include "scenarios/checks/match.hpp"

#include <doctest/doctest.h>

namespace podreel::format {

using nlohmann::json;

namespace {

const json running_pod = json::parse(R"({
  "metadata": {"name": "web", "labels": {"app": "web"}},
  "status": {
    "phase": "Running",
    "conditions": [{"type": "Ready", "status": "True"}, {"type": "PodScheduled", "status": "True"}],
    "containerStatuses": [
      {"name": "side", "restartCount": 0},
      {"name": "app", "restartCount": 2, "state": {"waiting": {"reason": "CrashLoopBackOff"}}}
    ],
    "podIPs": [{"ip": "10.0.0.1"}]
  }
})");

}  // namespace

TEST_CASE("only what the pattern says is compared") {
  CHECK(matches(json::parse(R"({"status": {"phase": "Running"}})"), running_pod));
  CHECK(matches(json::object(), running_pod));
  CHECK_FALSE(matches(json::parse(R"({"status": {"phase": "Pending"}})"), running_pod));
  CHECK_FALSE(matches(json::parse(R"({"status": {"reason": "Evicted"}})"), running_pod));
}

TEST_CASE("named objects are found in lists whatever their order") {
  CHECK(
      matches(json::parse(R"({"status": {"containerStatuses": [{"name": "app", "restartCount": 2}]}})"), running_pod));
  CHECK(matches(json::parse(R"({"status": {"conditions": [{"type": "Ready", "status": "True"}]}})"), running_pod));
  const auto found = differences(
      json::parse(R"({"status": {"containerStatuses": [{"name": "app", "restartCount": 1}, {"name": "db"}]}})"),
      running_pod);
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "status.containerStatuses[app].restartCount");
  CHECK(found[0].expected == "1");
  CHECK(found[0].seen == "2");
  CHECK(found[1].path == "status.containerStatuses[db]");
  CHECK(found[1].seen == "nothing");
}

TEST_CASE("other lists are compared item by item") {
  CHECK(matches(json::parse(R"({"status": {"podIPs": [{"ip": "10.*"}]}})"), running_pod));
  CHECK_FALSE(matches(json::parse(R"({"status": {"podIPs": []}})"), running_pod));
  CHECK_FALSE(matches(json::parse(R"([1, 2])"), json::parse("[1]")));
}

TEST_CASE("strings take wildcards and numbers take bounds") {
  CHECK(matches("Crash*Off", "CrashLoopBackOff"));
  CHECK(matches("app-?", "app-1"));
  CHECK_FALSE(matches("app-?", "app-10"));
  CHECK_FALSE(matches("1", 1));
  CHECK(matches(json::parse(R"({"atLeast": 1})"), 3));
  CHECK(matches(json::parse(R"({"atLeast": 1, "atMost": 3})"), 3));
  CHECK_FALSE(matches(json::parse(R"({"atMost": 2})"), 3));
  CHECK_FALSE(matches(json::parse(R"({"atLeast": 1})"), json()));
  CHECK(differences(json::parse(R"({"atLeast": 1, "atMost": 2})"), 3)[0].expected == "at least 1, at most 2");
}

TEST_CASE("null, an empty list and an empty map match what is absent") {
  CHECK(matches(json::parse(R"({"deletionTimestamp": null})"), json::object()));
  CHECK(matches(json::parse(R"({"initContainerStatuses": []})"), json::object()));
  CHECK(matches(json::parse(R"({"lastState": {}})"), json::object()));
  CHECK_FALSE(matches(json::parse(R"({"phase": null})"), json::parse(R"({"phase": "Running"})")));
}

TEST_CASE("a value of another kind is a difference at its path") {
  const auto found = differences(json::parse(R"({"status": {"phase": {"a": 1}}})"), running_pod);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "status.phase");
  CHECK(found[0].seen == "\"Running\"");
}

}  // namespace podreel::format
