#include "engine/kubelet/shutdown/shutdown_groups.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;

api::PodPtr pod(const std::string& name, std::int64_t priority) {
  json object;
  object["metadata"] = {{"name", name}};
  object["spec"]["priority"] = priority;
  object["spec"]["containers"] = {{{"name", "app"}}};
  return std::make_shared<const api::Pod>(api::pod_from_json(object));
}

std::string text(const std::vector<ShutdownGroup>& groups) {
  std::string result;
  for (const ShutdownGroup& group : groups) {
    result += std::to_string(group.phase.priority) + ":";
    for (const api::PodPtr& each : group.pods) result += " " + std::string{each->metadata.name};
    result += "; ";
  }
  return result;
}

const std::vector<api::PodPtr> pods{pod("lowest", -10), pod("none", 0), pod("some", 999), pod("high", 1000),
                                    pod("vital", 2'000'001'000)};

}  // namespace

TEST_CASE("a pod is stopped with the phase of the highest priority that is not above its own") {
  const std::vector<ShutdownPhase> phases{{0, 60}, {1000, 30}, {2000, 10}};
  CHECK(text(group_by_priority(phases, pods)) == "0: lowest none some; 1000: high; 2000: vital; ");
}

TEST_CASE("pods below the lowest phase are stopped with it") {
  CHECK(text(group_by_priority({{1000, 30}, {2000, 10}}, pods)) == "1000: lowest none some high; 2000: vital; ");
}

TEST_CASE("before there were priorities, static pods were critical, too") {
  api::Pod fixed = *pod("static", 0);
  fixed.metadata.annotations = {{"kubernetes.io/config.source", "file"}};
  const std::vector<api::PodPtr> both{pods[1], std::make_shared<const api::Pod>(fixed), pods[4]};
  const std::vector<ShutdownPhase> phases{{0, 20}, {2'000'000'000, 10}};
  CHECK(text(group_by_criticality(phases, both)) == "0: none; 2000000000: static vital; ");
}

TEST_CASE("two periods are two phases, and none without the gate") {
  const ShutdownPeriods periods{.all = 30s, .critical = 10s, .by_priority = {}};
  const auto phases = shutdown_phases(periods, testing::behaviour_of_label("1.36.0"));
  REQUIRE(phases.size() == 2);
  CHECK(phases[0] == ShutdownPhase{0, 20});
  CHECK(phases[1] == ShutdownPhase{2'000'000'000, 10});
  CHECK(length_of(phases) == 30s);
  CHECK(shutdown_phases(periods, testing::behaviour_of_label("1.20.15")).empty());
  CHECK(shutdown_phases({}, testing::behaviour_of_label("1.36.0")).empty());
}

TEST_CASE("phases by priority count from 1.23 on, in the order of their priorities") {
  const ShutdownPeriods periods{.all = 30s, .by_priority = {{1000, 5}, {0, 7}}};
  const auto phases = shutdown_phases(periods, testing::behaviour_of_label("1.24.17"));
  REQUIRE(phases.size() == 2);
  CHECK(phases[0] == ShutdownPhase{0, 7});
  CHECK(shutdown_phases(periods, testing::behaviour_of_label("1.22.17")).front().seconds == 30);
}

}  // namespace podreel::kubelet
