#include "engine/kubelet/termination/worker_termination.hpp"

#include <doctest/doctest.h>
#include <string>
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

TEST_CASE("an orphan is given one second whatever its own grace period is, and two, the least of all, since 1.27") {
  REQUIRE(stops_of_orphan("1.24").size() == 1);
  CHECK(stops_of_orphan("1.24").front().ends_with(" StopContainer app 1"));
  REQUIRE(stops_of_orphan("1.30").size() == 1);
  CHECK(stops_of_orphan("1.30").front().ends_with(" StopContainer app 2"));
}

}  // namespace podreel::kubelet
