#include "engine/kubelet/termination/worker_termination.hpp"

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

/// A pod with 7 s of grace is removed from the API while the kubelet is away: what stops it then.
std::vector<std::string> stops_of_orphan(const std::string& release) {
  return testing::calls_in(
      testing::history_of("duration: 60s, timing: ideal, node: {kubelet: {version: '" + release + R"('}}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {terminationGracePeriodSeconds: 7, containers: [{name: app, image: 'app:1'}]}}},
        {at: 18s, stopKubelet: {}},
        {at: 20s, deletePod: {name: web, gracePeriodSeconds: 0}},
        {at: 22s, startKubelet: {}}])"),
      "StopContainer");
}

}  // namespace

TEST_CASE("an orphan is given one second whatever its own grace period is, and two, the least of all, since 1.28") {
  REQUIRE(stops_of_orphan("1.24").size() == 1);
  CHECK(stops_of_orphan("1.24").front().ends_with(" StopContainer app 1"));
  REQUIRE(stops_of_orphan("1.30").size() == 1);
  CHECK(stops_of_orphan("1.30").front().ends_with(" StopContainer app 2"));
}

TEST_CASE(
    "a manifest that goes before the API has been heard leaves its pod running up to 1.26, and until then since") {
  for (const auto& each : {std::pair{"1.26.15", false}, std::pair{"1.27.0", true}}) {
    const testing::RunHistory history = testing::history_of(
        std::string{"duration: 90s, timing: ideal, node: {kubelet: {version: '"} + each.first + R"('}}, timeline: [
        {at: 5s, stopApiServer: {}}, {at: 5s, stopKubelet: {}}, {at: 6s, startKubelet: {}},
        {at: 8s, addStaticPod: {path: /m/agent.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: agent},
          spec: {containers: [{name: agent, image: 'agent:1'}]}}}},
        {at: 20s, removeStaticPod: {path: /m/agent.yaml}},
        {at: 40s, startApiServer: {}}])");
    const std::vector<std::string> stops = testing::calls_in(history, "StopContainer");
    REQUIRE(stops.size() == (each.second ? 1 : 0));
    if (each.second) CHECK(std::stod(stops.front()) > 40);
  }
}

}  // namespace podreel::kubelet
