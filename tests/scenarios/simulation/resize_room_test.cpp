// Who gets what a resized pod gives away, and when.
#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/short_scenario.hpp"

namespace podreel::simulation {

namespace {

using Lines = std::vector<std::string>;

constexpr const char* node_with_room = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: room}
spec:
  duration: 90s
  timing: ideal
  node: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, kubelet: {version: "RELEASE"}}
  runtime:
    calls: [{call: UpdateContainerResources, pod: big, error: cgroup is busy, until: BUSY}]
  timeline:
  - at: 0s
    createPods:
    - apiVersion: v1
      kind: Pod
      metadata: {name: big}
      spec: {containers: [{name: app, image: "big:1", resources: {requests: {cpu: "3"}}}]}
    - apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec: {containers: [{name: app, image: "app:1", resources: {requests: {cpu: 500m}}}]}
)";

testing::RunHistory run_in_room(const std::string& steps, const std::string& release,
                                const std::string& busy_until = "1s") {
  const std::string text =
      boost::replace_first_copy(boost::replace_first_copy(std::string{node_with_room}, "RELEASE", release), "BUSY",
                                busy_until) +
      steps;
  return testing::history_of_document(text);
}

/// Whole seconds at which the pod has an event of that reason.
std::vector<int> seconds_of(const testing::RunHistory& history, const std::string& pod, const std::string& reason) {
  std::vector<int> seconds;
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event == nullptr || event->reason != reason || record.pod != "default/" + pod) continue;
    seconds.push_back(static_cast<int>(std::chrono::floor<std::chrono::seconds>(record.time - history.start).count()));
  }
  return seconds;
}

constexpr const char* web_grows =
    "  - {at: 10s, resizePod: {pod: web, container: app, resources: {requests: {cpu: 2}}}}\n";
constexpr const char* big_shrinks =
    "  - {at: 30s, resizePod: {pod: big, container: app, resources: {requests: {cpu: 1}}}}\n";
constexpr const char* late =
    "  - {at: 40s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: late}, spec: {containers: [{name: app, "
    "image: 'app:1', resources: {requests: {cpu: 2}}}]}}}\n";

}  // namespace

TEST_CASE("a resize that waits begins when another pod reports that it has less, not when it is allocated less") {
  for (const char* release : {"1.34", "1.35", "1.36"}) {
    CAPTURE(release);
    const auto busy = run_in_room(std::string{web_grows} + big_shrinks, release, "50s");
    REQUIRE(seconds_of(busy, "web", "ResizeCompleted").size() == 1);
    CHECK(seconds_of(busy, "web", "ResizeCompleted").front() >= 50);
    const auto at_once = run_in_room(std::string{web_grows} + big_shrinks, release);
    REQUIRE(seconds_of(at_once, "web", "ResizeCompleted").size() == 1);
    CHECK(seconds_of(at_once, "web", "ResizeCompleted").front() < 35);
  }
}

TEST_CASE("a new pod gets nothing of what the runtime has not taken away yet") {
  for (const char* release : {"1.33", "1.36"}) {
    CAPTURE(release);
    CHECK(seconds_of(run_in_room(std::string{big_shrinks} + late, release, "60s"), "late", "OutOfcpu") ==
          std::vector{40});
    CHECK(seconds_of(run_in_room(std::string{big_shrinks} + late, release), "late", "OutOfcpu").empty());
  }
}

TEST_CASE("a change of labels does not make a pod's resize be tried again") {
  const std::string labelled = "  - {at: 20s, labelPod: {name: web, labels: {a: b}}}\n";
  const auto history = run_in_room(std::string{web_grows} + labelled, "1.36");
  CHECK(seconds_of(history, "web", "ResizeDeferred") == std::vector{10});
  CHECK(seconds_of(history, "web", "ResizeStarted").empty());
}

}  // namespace podreel::simulation
