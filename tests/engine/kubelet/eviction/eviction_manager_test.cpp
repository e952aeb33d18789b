// When pods are evicted, and which.
#include "engine/kubelet/eviction/eviction_manager.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

using Seconds = std::vector<double>;

/// "web" writes or needs what `run` says, on a node with this configuration and usage.
testing::RunHistory run_of(const std::string& config, const std::string& usage, const std::string& run,
                           const std::string& more_runtime = "", bool skip_idle_work = true) {
  simulation::ReplayOptions options;
  options.skip_idle_work = skip_idle_work;
  return testing::history_of("duration: 20m, timing: ideal, node: {kubelet: {version: \"1.36\", config: {" + config +
                                 "}}}, runtime: {usage: {" + usage +
                                 "}, pods: [{name: web, containers: [{name: app, runs: [{" + run + "}]}]}]" +
                                 more_runtime + R"(}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {terminationGracePeriodSeconds: 20, containers: [{name: app, image: 'app:1'}]}}}])",
                             std::move(options));
}

const char* const memory = "memory: {capacity: 1Gi, other: 100Mi}";

}  // namespace

TEST_CASE("a hard threshold evicts at the next look, and the pod has no grace") {
  const auto history = run_of("", memory, "memoryInUse: [{from: 0s, is: 1Mi}, {from: 33s, is: 900Mi}]");
  const Seconds evictions = testing::events_in(history, "Evicted");
  REQUIRE(evictions.size() == 1);
  CHECK(evictions[0] >= 33);
  CHECK(evictions[0] <= 44);
  const auto stops = testing::calls_in(history, "StopContainer");
  REQUIRE(stops.size() == 1);
  CHECK(stops[0].ends_with("StopContainer app 2"));
}

TEST_CASE("a soft threshold evicts when it has been crossed for its grace period") {
  const std::string config =
      "evictionHard: {memory.available: 1Mi}, evictionSoft: {memory.available: 200Mi}, evictionSoftGracePeriod: "
      "{memory.available: 60s}, evictionMaxPodGracePeriod: 7";
  const auto lasting = run_of(config, memory, "memoryInUse: [{from: 0s, is: 1Mi}, {from: 30s, is: 800Mi}]");
  const Seconds evictions = testing::events_in(lasting, "Evicted");
  REQUIRE(evictions.size() == 1);
  CHECK(evictions[0] >= 90);
  CHECK(evictions[0] <= 111);
  CHECK(testing::calls_in(lasting, "StopContainer").front().ends_with(" app 7"));
  const auto short_one =
      run_of(config, memory, "memoryInUse: [{from: 0s, is: 1Mi}, {from: 30s, is: 800Mi}, {from: 60s, is: 1Mi}]");
  CHECK(testing::events_in(short_one, "Evicted").empty());
  CHECK(testing::events_in(short_one, "NodeHasInsufficientMemory").size() == 1);
}

TEST_CASE("a condition stays for the transition period after its cause has gone") {
  const auto history = run_of(
      "evictionHard: {memory.available: 1Mi}, evictionSoft: {memory.available: 200Mi}, evictionSoftGracePeriod: "
      "{memory.available: 10m}, evictionPressureTransitionPeriod: 2m",
      memory, "memoryInUse: [{from: 0s, is: 1Mi}, {from: 30s, is: 800Mi}, {from: 60s, is: 1Mi}]");
  const Seconds relieved = testing::events_in(history, "NodeHasSufficientMemory");
  REQUIRE(relieved.size() == 1);
  CHECK(relieved[0] >= 160);
  CHECK(relieved[0] <= 190);
}

TEST_CASE("what the node itself can free saves the pods") {
  const std::string usage = "nodefs: {capacity: 10Gi, other: [{from: 0s, is: 1Gi}, {from: 30s, is: 5Gi}]}";
  const std::string images = ", images: [{name: \"old:1\", sizeBytes: 5000000000}, {name: \"app:1\", sizeBytes: 1000}]";
  const auto history = run_of("", usage, "diskInUse: 1Mi", images);
  CHECK(testing::events_in(history, "EvictionThresholdMet").size() == 1);
  CHECK(testing::calls_in(history, "RemoveImage").size() == 1);
  CHECK(testing::events_in(history, "Evicted").empty());
}

TEST_CASE("critical pods stay") {
  const auto history = testing::history_of(
      R"(duration: 3m, timing: ideal, runtime: {usage: {memory: {capacity: 1Gi}}, memoryInUse: 1000Mi}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: vital},
          spec: {priority: 2000001000, containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK_FALSE(testing::events_in(history, "EvictionThresholdMet").empty());
  CHECK(testing::events_in(history, "Evicted").empty());
}

TEST_CASE("what is skipped while nothing can change would have found nothing") {
  const char* const run = "memoryInUse: [{from: 0s, is: 1Mi}, {from: 10m, is: 900Mi}]";
  const Seconds skipped = testing::events_in(run_of("", memory, run), "Evicted");
  CHECK(skipped == testing::events_in(run_of("", memory, run, "", false), "Evicted"));
  CHECK(skipped.size() == 1);
}

}  // namespace podreel::kubelet
