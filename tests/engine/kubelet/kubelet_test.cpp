// What a kubelet does with what it hears: from the API, of probes, and of the clock.
#include "engine/kubelet/kubelet.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

using Seconds = std::vector<double>;

double seconds_in(const testing::RunHistory& history, sim::Time time) {
  return format::in_seconds(time - history.start);
}

/// How many pods of this name the API has had, one after the other.
std::size_t pods_called(const testing::RunHistory& history, const std::string& name) {
  std::set<std::string> uids;
  for (const format::PodVersion& version : history.pods.at("default/" + name)) {
    if (version.object) uids.insert(version.object->at("metadata").at("uid").get<std::string>());
  }
  return uids.size();
}

/// When syncs began, from a second on.
Seconds syncs_from(const testing::RunHistory& history, double first) {
  Seconds seconds;
  for (const trace::Record& record : history.records) {
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    const double at = seconds_in(history, record.time);
    if (sync != nullptr && sync->op == "enter" && at >= first) seconds.push_back(at);
  }
  return seconds;
}

/// A static pod, and what happens to its mirror pod after 20 s.
testing::RunHistory with_mirror(const std::string& kubelet, const std::string& step) {
  return testing::history_of(fmt::format(
      R"(duration: 50s, timing: ideal, node: {{kubelet: {{version: '{}'}}}}, timeline: [
          {{at: 0s, addStaticPod: {{path: /m/agent.yaml, manifest: {{apiVersion: v1, kind: Pod,
            metadata: {{name: agent}}, spec: {{containers: [{{name: agent, image: 'agent:1'}}]}}}}}}}},
          {{at: 20s, {}}}])",
      kubelet, step));
}

/// Web has a container whose startup probe fails for the first time after 8 s, and is to be stopped then.
testing::RunHistory with_startup_probe(const std::string& kubelet) {
  return testing::history_of(fmt::format(
      R"(duration: 50s, timing: ideal, node: {{kubelet: {{version: '{}'}}}},
        runtime: {{pods: [{{name: web, exec: [{{command: up, answers: [{{exitCode: 1}}]}}]}}]}}, timeline: [
          {{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{containers: [{{
            name: app, image: 'app:1', startupProbe: {{exec: {{command: [up]}}, initialDelaySeconds: 8,
            periodSeconds: 1, failureThreshold: 1}}}}]}}}}}}])",
      kubelet));
}

/// Web has failed by its deadline of 10 s and takes 20 s to stop; after 15 s the user deletes it, and it stays for its
/// finalizer.
testing::RunHistory deleted_while_it_fails(const std::string& kubelet) {
  return testing::history_of(fmt::format(
      R"(duration: 90s, timing: ideal, node: {{kubelet: {{version: '{}'}}}},
        runtime: {{pods: [{{name: web, containers: [{{name: app, runs: [{{onTerm: {{exitAfter: 20s}}}}]}}]}}]}},
        timeline: [
          {{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web,
            finalizers: [example.com/keep]}}, spec: {{activeDeadlineSeconds: 10,
            containers: [{{name: app, image: 'app:1'}}]}}}}}},
          {{at: 15s, deletePod: {{name: web}}}}])",
      kubelet));
}

/// When a status first said that the container has ended.
double describe_exit(const testing::RunHistory& history) {
  for (const trace::Record& record : history.records) {
    const auto* reported = std::get_if<trace::Status>(&record.payload);
    if (reported == nullptr || reported->status->container_statuses.empty()) continue;
    if (std::holds_alternative<api::StateTerminated>(reported->status->container_statuses.front().state)) {
      return seconds_in(history, record.time);
    }
  }
  return -1;
}

}  // namespace

TEST_CASE("a mirror pod that is deleted with grace is made anew at once, with #139522 only with the next sync") {
  for (const char* kubelet : {"1.35.0", "1.36.0", "1.36.2", "1.36.4"}) {
    CAPTURE(kubelet);
    CHECK(pods_called(with_mirror(kubelet, "deletePod: {name: agent-node-1}"), "agent-node-1") == 2);
  }
  for (const char* kubelet : {"1.36.3", "1.37.0"}) {
    CAPTURE(kubelet);
    CHECK(pods_called(with_mirror(kubelet, "deletePod: {name: agent-node-1}"), "agent-node-1") == 1);
  }
}

TEST_CASE("a mirror pod that is changed otherwise is a reason to sync its static pod in every release") {
  for (const char* kubelet : {"1.35.0", "1.36.0"}) {
    const testing::RunHistory history = with_mirror(kubelet, "labelPod: {name: agent-node-1, labels: {a: b}}");
    CHECK_FALSE(syncs_from(history, 20).empty());
    CHECK(syncs_from(history, 20).front() < 21);
  }
}

TEST_CASE("a startup probe's failure is acted upon at once since 1.21, and with the next sync before") {
  for (const auto& each : {std::pair{"1.20.15", false}, std::pair{"1.21.0", true}}) {
    const std::vector<std::string> stops = testing::calls_in(with_startup_probe(each.first), "StopContainer");
    CAPTURE(std::string{each.first});
    CHECK((!stops.empty() && std::stod(stops.front()) < 12) == each.second);
  }
}

TEST_CASE("before 1.18 a deleted pod that has failed is taken for ended while its containers go on to run") {
  CHECK(describe_exit(deleted_while_it_fails("1.17.17")) == 15);
  CHECK(describe_exit(deleted_while_it_fails("1.18.0")) != 15);
  CHECK(describe_exit(deleted_while_it_fails("1.21.14")) != 15);
}

TEST_CASE(
    "what was changed twice while the kubelet waited for its runtime is synced twice up to 1.26, and once since") {
  const auto syncs = [](const std::string& kubelet) {
    return syncs_from(testing::history_of(fmt::format(
                          R"(duration: 70s, timing: ideal, node: {{kubelet: {{version: '{}'}}}}, timeline: [
          {{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}},
            spec: {{containers: [{{name: app, image: 'app:1'}}]}}}}}},
          {{at: 2s, setRuntimeStatus: {{runtimeReady: false, message: gone}}}},
          {{at: 42s, labelPod: {{name: web, labels: {{a: b}}}}}},
          {{at: 43s, labelPod: {{name: web, labels: {{a: c}}}}}},
          {{at: 45s, setRuntimeStatus: {{runtimeReady: true}}}}])",
                          kubelet)),
                      40)
        .size();
  };
  CHECK(syncs("1.26.15") == 2);
  CHECK(syncs("1.27.0") == 1);
}

TEST_CASE("of two pods whose syncs fail each is tried again in its own time") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 25s, timing: ideal, runtime: {calls: [{call: RunPodSandbox, failFirst: 1000}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {containers: [{name: app, image: 'app:1'}]}}},
        {at: 3s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: other},
          spec: {containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK(syncs_from(history, 0) == Seconds{0, 3, 10, 13, 20, 23});
}

}  // namespace podreel::kubelet
