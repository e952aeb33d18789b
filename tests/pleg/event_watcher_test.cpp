// The runtime's events under the evented PLEG of 1.37: a death is seen at once, everything else with relists.
#include "pleg/event_watcher.hpp"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/short_scenario.hpp"

namespace podreel::testing {

namespace {

constexpr std::uint64_t seeds = 10;

/// Seconds from the crash of a container, which runs for 20 s, to its restart; the longest of several seeds.
double longest_to_restart(const std::string& kubelet) {
  const std::string spec =
      "duration: 40s, node: {kubelet: " + kubelet +
      "}, runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 20s, exitCode: 1}]}]}]}, "
      "timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, "
      "spec: {containers: [{name: app, image: 'app:1'}]}}}]";
  double longest = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    simulation::ReplayOptions options;
    options.seed = seed;
    const std::vector<std::string> starts = calls_in(history_of(spec, options), "StartContainer");
    REQUIRE(starts.size() == 2);
    longest = std::max(longest, std::stod(starts[1]) - std::stod(starts[0]) - 20);
  }
  return longest;
}

}  // namespace

TEST_CASE("with the gate of 1.37, the event of a dead container requests a relist of its pod") {
  CHECK(longest_to_restart("{version: '1.37.0', featureGates: {EventedPLEG: true}}") < 0.3);
  CHECK(longest_to_restart("{version: '1.37.0'}") > 0.3);
}

}  // namespace podreel::testing
