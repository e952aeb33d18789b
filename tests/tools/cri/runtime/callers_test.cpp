// Calls that are given up.
#include "tools/cri/runtime/callers.hpp"

#include <doctest/doctest.h>

#include "tests/support/served_scenario.hpp"

namespace podreel::cri {

using namespace std::chrono_literals;
using runtime::ContainerState;
using testing::ServedScenario;

namespace {

template <class T>
Caller& begin_call(ServedScenario& node, const std::function<RuntimeService::Answer<T>(const sim::Process&)>& call) {
  const auto drop = [](RuntimeService::Answer<T> answer) -> sim::Task<> {
    static_cast<void>(co_await std::move(answer));
  };
  return node.served().callers().begin([&](const sim::Process& process) { return drop(call(process)); });
}

Caller& ask(ServedScenario& node) {
  return begin_call<void>(node, [&](const sim::Process& process) { return node.service().version(process); });
}

}  // namespace

TEST_CASE("a caller is forgotten once it has its answer") {
  ServedScenario node{"runtime: {calls: [{call: Version, takes: 5s}]}"};
  ask(node);
  ask(node);
  CHECK(node.served().callers().count() == 2);
  node.run_until(5s);
  CHECK(node.served().callers().count() == 0);
}

TEST_CASE("a caller that gives up is forgotten once the runtime has finished") {
  ServedScenario node{"runtime: {calls: [{call: Version, takes: 5s}]}"};
  ask(node).give_up();
  node.run_until(4s);
  CHECK(node.served().callers().count() == 1);
  node.run_until(5s);
  CHECK(node.served().callers().count() == 0);
}

TEST_CASE(
    "a caller that gives up at the door of a runtime that hangs is forgotten as well, and nothing is done for it") {
  ServedScenario node;
  node.served().runtime().hang(3s);
  begin_call<std::string>(node, [&](const sim::Process& process) {
    return node.service().run_pod_sandbox(process, ServedScenario::sandbox("web"));
  }).give_up();
  node.run_until(3s);
  CHECK(node.served().callers().count() == 0);
  CHECK(node.get(node.service().list_pod_sandbox(node.client(), {})).empty());
  CHECK_FALSE(node.run_sandbox("web").empty());
}

TEST_CASE("a sandbox whose client has gone is there all the same") {
  ServedScenario node{"runtime: {calls: [{call: RunPodSandbox, takes: 1s}]}"};
  begin_call<std::string>(node, [&](const sim::Process& process) {
    return node.service().run_pod_sandbox(process, ServedScenario::sandbox("web"));
  }).give_up();
  node.run_until(2s);
  CHECK(node.get(node.service().list_pod_sandbox(node.client(), {})).size() == 1);
  CHECK(node.served().callers().count() == 0);
}

TEST_CASE("a stop that is given up does not come to its SIGKILL") {
  ServedScenario node{
      "runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: forever, onTerm: ignore}]}]}]},"
      "timeline: [{at: 1s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {"
      "containers: [{name: app, image: img}]}}}]"};
  const std::string app = node.run_container(node.run_sandbox("web"), "app");
  begin_call<void>(node, [&](const sim::Process& process) {
    return node.service().stop_container(process, app, 2);
  }).give_up();
  node.run_until(5s);
  CHECK(node.get(node.service().container_status(node.client(), app)).state == ContainerState::running);
  node.get(node.service().stop_container(node.client(), app, 0));
  CHECK(node.served().callers().count() == 0);
}

TEST_CASE("a node that reboots answers no call in progress, although its containers end") {
  ServedScenario node{
      "runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: forever, onTerm: ignore}]}]}]},"
      "timeline: [{at: 1s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {"
      "containers: [{name: app, image: img}]}}}, {at: 5s, rebootNode: {downFor: 3s}}]"};
  const std::string app = node.run_container(node.run_sandbox("web"), "app");
  bool is_answered = false;
  const auto stop = [](RuntimeService::Answer<void> answer, bool& is_done) -> sim::Task<> {
    static_cast<void>(co_await std::move(answer));
    is_done = true;
  };
  node.served().callers().begin(
      [&](const sim::Process& process) { return stop(node.service().stop_container(process, app, 60), is_answered); });
  node.run_until(9s);
  CHECK_FALSE(is_answered);
  CHECK(node.get(node.service().container_status(node.client(), app)).state == ContainerState::exited);
}

}  // namespace podreel::cri
