// When pods are evicted, and which.
#include "engine/kubelet/eviction/eviction_manager.hpp"

#include <doctest/doctest.h>
#include <string>

#include "engine/invariant.hpp"
#include "scenarios/batch/scripted_runtime.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/short_scenario.hpp"
#include "tests/support/worker_pool.hpp"

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

namespace {

/// A node on which nothing runs, and whose memory is used up without the manager being notified.
struct CheckedLooks : WorkerPool, EvictionHost {
  struct Usage final : batch::ScriptedRuntime {
    Usage() : ScriptedRuntime{{}} {}
    [[nodiscard]] std::optional<runtime::NodeUsage> node_usage() const override {
      return runtime::NodeUsage{.memory = runtime::ResourceUsage{.capacity = 1 << 30, .available = available}};
    }
    std::int64_t available = 1 << 29;
  };
  struct Events final : sync::EventRecorder {
    void record(const api::Pod& /*pod*/, std::string_view /*field_path*/, sync::EventType /*type*/,
                std::string_view /*reason*/, std::string /*message*/) override {}
  };

  [[nodiscard]] std::vector<api::PodPtr> active_pods() const override { return {}; }
  sim::Task<> delete_unused_containers() override { co_return; }
  sim::Task<> delete_unused_images() override { co_return; }
  [[nodiscard]] bool is_cleaned_up(const api::Pod& /*pod*/) const override { return true; }
  bool report_pressure() override {
    reports_pressure = true;
    return true;
  }

  bool reports_pressure = false;
  Usage usage;
  Events events;
  release::Behaviour behaviour = testing::behaviour_of_label("1.35.6");
  NodeDescription node;
  EvictionManager manager{{process, behaviour, node, usage, workers, events, recorder, *this, sim::IdleWork::checked},
                          {}};

  CheckedLooks() {
    manager.start({});
    at(std::chrono::seconds{15});
    usage.available = 0;
  }
  ~CheckedLooks() override { scheduler.clear(); }
};

}  // namespace

TEST_CASE_FIXTURE(CheckedLooks, "a threshold that is met although no input has changed is found") {
  CHECK_THROWS_AS(at(std::chrono::seconds{25}), InvariantViolation);
}

TEST_CASE_FIXTURE(CheckedLooks, "a threshold may be met if the runtime has changed") {
  manager.invalidate({});
  CHECK_NOTHROW(at(std::chrono::seconds{25}));
  CHECK(reports_pressure);
}

}  // namespace podreel::kubelet
