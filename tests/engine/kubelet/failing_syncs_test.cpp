// Syncs that cannot do their work, what they tell, and when they are tried again.
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

using Calls = std::vector<std::string>;

std::set<std::string> messages_of(const testing::RunHistory& history, std::string_view reason) {
  std::set<std::string> messages;
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event != nullptr && event->reason == reason) messages.insert(event->message);
  }
  return messages;
}

}  // namespace

TEST_CASE("a pod that cannot be stopped says so, and is tried again when the runtime was looked at again") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 40s, timing: ideal, runtime: {calls: [{call: StopPodSandbox, failFirst: 1, error: stuck}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
          terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}}},
        {at: 10s, deletePod: {name: web}}])");
  const std::set<std::string> messages = messages_of(history, "FailedKillPod");
  REQUIRE(messages.size() == 1);
  CHECK(messages.begin()->starts_with("error killing pod: failed to \"KillPodSandbox\" for \""));
  CHECK(messages.begin()->ends_with("\" with KillPodSandboxError: \"rpc error: code = Unknown desc = stuck\""));
  CHECK(testing::events_in(history, "FailedKillPod") == std::vector<double>{10.1});
  CHECK(testing::calls_in(history, "Stop") ==
        Calls{"10 StopContainer app 2", "10.1 StopPodSandbox", "11 StopPodSandbox"});
}

TEST_CASE("without a network a pod is tried every second, and one on the host's network runs") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 30s, timing: ideal, timeline: [
        {at: 0s, setRuntimeStatus: {networkReady: false, message: cni is not there}},
        {at: 7s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
          containers: [{name: app, image: 'app:1'}]}}},
        {at: 7s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: host}, spec: {hostNetwork: true,
          containers: [{name: app, image: 'app:1'}]}}},
        {at: 16s, setRuntimeStatus: {networkReady: true}}])");
  CHECK(messages_of(history, "NetworkNotReady") ==
        std::set<std::string>{"network is not ready: container runtime network not ready: NetworkReady=false "
                              "reason:NetworkPluginNotReady message:cni is not there"});
  std::vector<double> seconds;
  for (int second = 7; second < 20; ++second) seconds.push_back(second);
  CHECK(testing::events_in(history, "NetworkNotReady") == seconds);
  // The runtime is asked every 5 s.
  CHECK(testing::calls_in(history, "RunPodSandbox") == Calls{"7 RunPodSandbox", "20 RunPodSandbox"});
}

TEST_CASE("until 1.14 what the network lacks stands in brackets") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 10s, timing: ideal, node: {kubelet: {version: "1.12"}}, timeline: [
        {at: 0s, setRuntimeStatus: {networkReady: false, message: cni is not there}},
        {at: 7s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
          containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK(messages_of(history, "NetworkNotReady") ==
        std::set<std::string>{"network is not ready: [runtime network not ready: NetworkReady=false "
                              "reason:NetworkPluginNotReady message:cni is not there]"});
}

TEST_CASE("until 1.9 every failed sync is told, and none says why") {
  const std::string crashing = R"(, timing: ideal, duration: 30s,
    runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 1s, exitCode: 1}]}]}],
              calls: [{call: RunPodSandbox, failFirst: 2, error: no network}]},
    timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
      containers: [{name: app, image: 'app:1'}]}}}])";
  const auto run_by = [&crashing](const char* release) {
    return testing::history_of(std::string{"node: {kubelet: {version: \""} + release + "\"}}" + crashing);
  };
  const testing::RunHistory oldest = run_by("1.7");
  CHECK(messages_of(oldest, "FailedSync") == std::set<std::string>{"Error syncing pod"});
  CHECK(messages_of(oldest, "FailedCreatePodSandBox").empty());
  const testing::RunHistory old = run_by("1.8");
  CHECK(testing::events_in(old, "FailedSync").size() == 2 + testing::events_in(old, "BackOff").size());
  CHECK(messages_of(old, "FailedCreatePodSandBox") == std::set<std::string>{"Failed create pod sandbox."});
  CHECK(messages_of(run_by("1.9"), "FailedSync").empty());
}

TEST_CASE("a container is reported as running when the runtime says how it is") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 30s, timing: ideal, node: {kubelet: {version: '1.35'}},
        runtime: {calls: [{call: ContainerStatus, failFirst: 2, error: broken}]},
        timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
          containers: [{name: app, image: 'app:1'}]}}}])");
  std::vector<double> running;
  for (const trace::Record& record : history.records) {
    const auto* reported = std::get_if<trace::Status>(&record.payload);
    if (reported == nullptr || reported->status->phase != api::PodPhase::running) continue;
    running.push_back(format::in_seconds(record.time - history.start));
  }
  CHECK(running == std::vector<double>{2});
}

}  // namespace podreel::kubelet
