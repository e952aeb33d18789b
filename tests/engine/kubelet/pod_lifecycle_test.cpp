#include "engine/kubelet/pod_lifecycle.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/api/resource_amounts.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

/// Whether the condition PodReadyToStartContainers was reported while the pod's image was being pulled.
bool is_terminated_during_pull(const std::string& release) {
  const testing::RunHistory history =
      testing::history_of("duration: 30s, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
        runtime: {images: [{name: 'app:1', present: false, pull: {takes: 10s}}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {containers: [{name: app, image: 'app:1'}]}}}])");
  return std::ranges::any_of(history.records, [&](const trace::Record& record) {
    const auto* reported = std::get_if<trace::Status>(&record.payload);
    if (reported == nullptr || record.time > history.start + std::chrono::seconds{9}) return false;
    const api::PodCondition* ready = api::find_condition(*reported->status, "PodReadyToStartContainers");
    return ready != nullptr && ready->status == "True";
  });
}

}  // namespace

TEST_CASE("that a sandbox is ready is told before images are pulled since 1.36, and after the sync before") {
  CHECK_FALSE(is_terminated_during_pull("1.35"));
  CHECK(is_terminated_during_pull("1.36"));
}

TEST_CASE("a pod that had finished before a kubelet's start is synced a last time since 1.27") {
  const auto last_syncs = [](const std::string& release) {
    const testing::RunHistory history =
        testing::history_of("duration: 60s, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
        runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 0}]}]}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {restartPolicy: Never, containers: [{name: app, image: 'app:1'}]}}},
        {at: 20s, stopKubelet: {}}, {at: 25s, startKubelet: {}}])");
    return std::ranges::count_if(history.records, [&](const trace::Record& record) {
      const auto* sync = std::get_if<trace::Sync>(&record.payload);
      return sync != nullptr && sync->op == "terminated-enter" &&
             record.time > history.start + std::chrono::seconds{25};
    });
  };
  CHECK(last_syncs("1.26.15") == 0);
  CHECK(last_syncs("1.27.1") == 0);
  CHECK(last_syncs("1.27.2") == 1);
}

TEST_CASE("a restart of all containers goes on as soon as they are removed in 1.36, and with the next relist in 1.35") {
  for (const bool at_once : {true, false}) {
    const std::string kubelet = at_once
                                    ? "{version: '1.36.0'}"
                                    : "{version: '1.35.0', featureGates: {RestartAllContainersOnContainerExits: true, "
                                      "NodeDeclaredFeatures: true}}";
    const testing::RunHistory history =
        testing::history_of("duration: 60s, timing: ideal, node: {kubelet: " + kubelet + R"(},
        runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 10s, exitCode: 42}, {}]}]}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
          {name: app, image: 'app:1', restartPolicy: Never, restartPolicyRules: [
            {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]},
          {name: helper, image: 'helper:1'}]}}}])");
    const auto seconds = [](const std::string& call) { return call.substr(0, call.find(' ')); };
    const std::vector<std::string> removed = testing::calls_in(history, "RemoveContainer");
    const std::vector<std::string> started = testing::calls_in(history, "StartContainer");
    REQUIRE(removed.size() >= 2);
    REQUIRE(started.size() == 4);
    CHECK(seconds(removed.at(1)) == "10.1");
    CHECK(seconds(started.at(2)) == (at_once ? "10.1" : "11"));
  }
}

TEST_CASE("a container that crashes backs off from 10 s on, or from 1 s with the gate of 1.33") {
  const auto starts_in_a_minute = [](const std::string& gates) {
    const testing::RunHistory history = testing::history_of(
        "duration: 60s, timing: ideal, node: {kubelet: {version: '1.33.0', featureGates: {" + gates + R"(}}},
        runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 1s, exitCode: 1}]}]}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {containers: [{name: app, image: 'app:1'}]}}}])");
    return testing::calls_in(history, "StartContainer").size();
  };
  CHECK(starts_in_a_minute("") <= 5);
  CHECK(starts_in_a_minute("ReduceDefaultCrashLoopBackOffDecay: true") >= 6);
}

TEST_CASE("with the reduced crash back-off the maximum is 60 s, and 300 s where the configuration has one") {
  const auto starts = [](const std::string& version) {
    const testing::RunHistory history =
        testing::history_of("duration: 15m, timing: ideal, node: {kubelet: {version: '" + version +
                            R"(', featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}}},
        runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 1s, exitCode: 1}]}]}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {containers: [{name: app, image: 'app:1'}]}}}])");
    return testing::calls_in(history, "StartContainer").size();
  };
  CHECK(starts("1.34.9") >= 18);
  CHECK(starts("1.35.6") <= 12);
}

TEST_CASE("a pod that is quiet is failed at its deadline, although others are resynced meanwhile") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 10m, timing: ideal, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: other},
          spec: {containers: [{name: app, image: 'app:1'}]}}},
        {at: 3s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {activeDeadlineSeconds: 60, terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK(testing::events_in(history, "DeadlineExceeded").front() == 63);
  const std::vector<std::string> stopped = testing::calls_in(history, "StopContainer");
  REQUIRE(stopped.size() == 1);
  CHECK(stopped.front().starts_with("64 StopContainer app"));
}

TEST_CASE("a pod with a deadline is failed when it passes, however quiet it is") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 10m, timing: ideal, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {activeDeadlineSeconds: 200, containers: [{name: app, image: 'app:1'}]}}}])");
  const std::vector<double> reported = testing::events_in(history, "DeadlineExceeded");
  REQUIRE_FALSE(reported.empty());
  CHECK(reported.front() == 200);
}

TEST_CASE("a pod whose first sync failed is failed at its deadline, and not only when it is tried again") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 40s, timing: ideal, runtime: {calls: [{call: RunPodSandbox, failFirst: 1000}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {activeDeadlineSeconds: 5, containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK(testing::events_in(history, "DeadlineExceeded").front() == 5);
}

TEST_CASE("a deadline that passes while the kubelet is down is found by the first sync of the next one") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 90s, timing: ideal, node: {kubelet: {version: "1.30"}}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {activeDeadlineSeconds: 30,
          terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}}},
        {at: 10s, stopKubelet: {}}, {at: 60s, startKubelet: {}}])");
  CHECK(testing::events_in(history, "DeadlineExceeded").front() == 60.1);
}

TEST_CASE(
    "a pod that is deleted without grace, and stays for its finalizer, has its own grace up to 1.30 and then none") {
  for (const auto& each : {std::pair{"1.30", "10 StopContainer app 20"}, std::pair{"1.31", "10 StopContainer app 2"}}) {
    const testing::RunHistory history = testing::history_of(
        std::string{"duration: 60s, timing: ideal, node: {kubelet: {version: '"} + each.first + R"('}},
        timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web,
          finalizers: [example.com/keep]}, spec: {terminationGracePeriodSeconds: 20,
          containers: [{name: app, image: 'app:1'}]}}}, {at: 10s, deletePod: {name: web, gracePeriodSeconds: 0}}])");
    CHECK(testing::calls_in(history, "StopContainer") == std::vector<std::string>{each.second});
  }
}

TEST_CASE("a sync takes time until it kills, but on an ideal node") {
  const auto until_killing = [](const std::string& timing) {
    const testing::RunHistory history = testing::history_of("duration: 20s, timing: " + timing + R"(, runtime:
        {pods: [{name: web, exec: [{command: live, answers: [{exitCode: 1}]}]}]},
      timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
        {name: app, image: 'app:1', livenessProbe: {exec: {command: [live]}, periodSeconds: 1, failureThreshold: 1}}]}}}])");
    sim::Time began{};
    for (const trace::Record& record : history.records) {
      const auto* sync = std::get_if<trace::Sync>(&record.payload);
      if (sync != nullptr && sync->op == "enter") began = record.time;
      const auto* event = std::get_if<trace::Event>(&record.payload);
      if (event != nullptr && event->reason == "Killing") return record.time - began;
    }
    return sim::Duration{-1};
  };
  CHECK(until_killing("measured") >= 500us);
  CHECK(until_killing("measured") <= 20ms);
  CHECK(until_killing("ideal") == sim::Duration{});
}

TEST_CASE("syncs tell why they decided as they did if that is asked for, and nothing otherwise") {
  for (const bool asked : {false, true}) {
    simulation::ReplayOptions options;
    options.explain = asked;
    const testing::RunHistory history = testing::history_of(
        R"(duration: 20s, timing: ideal, timeline: [
          {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
            spec: {containers: [{name: app, image: 'app:1'}]}}}])",
        options);
    const auto explained = std::ranges::count_if(history.records, [](const trace::Record& record) {
      const auto* sync = std::get_if<trace::Sync>(&record.payload);
      return sync != nullptr && sync->explanation != nullptr;
    });
    CHECK((explained > 0) == asked);
  }
}

TEST_CASE("a pod that ends while it waits for a resize is told of with what it had, to the last") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 40s, timing: ideal,
        node: {allocatable: {cpu: '4', memory: 8Gi, pods: '10'}, kubelet: {version: '1.33.1'}},
        runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 20s, exitCode: 0}]}]}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {restartPolicy: Never,
          containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 1}, limits: {cpu: 2}}}]}}},
        {at: 10s, resizePod: {pod: web, container: app, resources: {requests: {cpu: 5}, limits: {cpu: 6}}}}])");
  const api::PodStatus* last = nullptr;
  for (const trace::Record& record : history.records) {
    if (const auto* reported = std::get_if<trace::Status>(&record.payload)) last = &*reported->status;
  }
  REQUIRE(last != nullptr);
  CHECK(last->phase == api::PodPhase::succeeded);
  REQUIRE(last->container_statuses.size() == 1);
  CHECK(api::amount_in(last->container_statuses.front().allocated_resources, "cpu") == 1000);
  REQUIRE(last->container_statuses.front().resources_requests_limits);
  CHECK(api::amount_in(last->container_statuses.front().resources_requests_limits->second, "cpu") == 2000);
}

TEST_CASE("up to 1.21 nobody goes on to mount volumes for a pod that is gone, once its wait has ended") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 300s, timing: ideal, node: {kubelet: {version: '1.21.14'}}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
          volumes: [{name: v, configMap: {name: cfg}}], containers: [{name: app, image: 'app:1',
            volumeMounts: [{name: v, mountPath: /v}]}]}}},
        {at: 20s, deletePod: {name: web, gracePeriodSeconds: 0}}, {at: 299s, addConfigMap: {name: cfg}}])");
  const std::vector<double> reported = testing::events_in(history, "FailedMount");
  REQUIRE_FALSE(reported.empty());
  CHECK(reported.back() <= 123);
}

}  // namespace podreel::kubelet
