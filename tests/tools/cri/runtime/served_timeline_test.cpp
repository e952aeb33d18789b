// What the timeline of a scenario does to a runtime whose kubelet is somebody else's.
#include <doctest/doctest.h>

#include "tests/support/served_scenario.hpp"

namespace podreel::cri {

using runtime::ContainerState;
using testing::ServedScenario;
using namespace std::chrono_literals;

namespace {

/// A pod web with a container app, which runs for ever, and these steps.
std::string with_steps(const std::string& steps) {
  return "timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {"
         "containers: [{name: app, image: img}]}}}, " +
         steps + "]";
}

struct Running : ServedScenario {
  explicit Running(const std::string& steps) : ServedScenario{with_steps(steps)} {
    sandbox_id = run_sandbox("web");
    app = run_container(sandbox_id, "app");
  }
  ContainerView status() { return get(service().container_status(client(), app)); }
  [[nodiscard]] sim::Duration elapsed() { return served().scheduler().now() - began; }

  std::string sandbox_id;
  std::string app;
};

}  // namespace

TEST_CASE("a container of a served runtime exits when the timeline says so, and not before") {
  Running node{"{at: 5s, exitContainer: {pod: web, container: app, exitCode: 7}}"};
  node.run_until(4999ms);
  CHECK(node.status().state == ContainerState::running);
  node.run_until(5s);
  CHECK(node.status().state == ContainerState::exited);
  CHECK(node.status().exit_code == 7);
}

TEST_CASE("a sandbox that dies takes its containers with it") {
  Running node{"{at: 5s, killSandbox: {pod: web}}"};
  node.run_until(6s);
  CHECK_FALSE(node.get(node.service().pod_sandbox_status(node.client(), node.sandbox_id)).ready);
  CHECK(node.status().exit_code == 137);
}

TEST_CASE("answers of a pod count from its creation in the timeline, however late its sandbox is") {
  ServedScenario node{
      "runtime: {pods: [{name: web, exec: [{command: ready, answers: [{from: 0s, exitCode: 1}, {from: 10s, exitCode: "
      "0}]}]}]}, " +
      with_steps("{at: 40s, killSandbox: {pod: web}}")};
  node.run_until(8s);
  const std::string app = node.run_container(node.run_sandbox("web"), "app");
  const auto exit_code = [&] { return node.get(node.service().exec_sync(node.client(), app, {"ready"}, 0)).exit_code; };
  CHECK(exit_code() == 1);
  node.run_until(11s);
  CHECK(exit_code() == 0);
}

TEST_CASE("a sandbox that would have died before it was made lives on") {
  ServedScenario node{"runtime: {pods: [{name: web, sandbox: {diesAt: 5s}}]}, " +
                      with_steps("{at: 40s, restartRuntime: {downFor: 1s}}")};
  node.run_until(8s);
  const std::string id = node.run_sandbox("web");
  node.run_until(20s);
  CHECK(node.get(node.service().pod_sandbox_status(node.client(), id)).ready);
}

TEST_CASE("while a served runtime hangs its calls wait, while it restarts they fail") {
  Running node{"{at: 10s, hangRuntime: {for: 5s}}, {at: 20s, restartRuntime: {downFor: 2s, killsContainers: true}}"};
  node.run_until(11s);
  CHECK(node.code_of(node.service().version(node.client())) == Code::ok);
  CHECK(node.elapsed() >= 15s);
  node.run_until(21s);
  CHECK(node.code_of(node.service().version(node.client())) != Code::ok);
  node.run_until(23s);
  CHECK(node.code_of(node.service().version(node.client())) == Code::ok);
  CHECK(node.status().state == ContainerState::exited);
}

TEST_CASE("what a served runtime says of itself is the timeline's") {
  Running node{"{at: 3s, setRuntimeStatus: {networkReady: false, message: cni plugin not initialized}}"};
  CHECK(node.get(node.service().status(node.client())).network_is_ready);
  node.run_until(3s);
  CHECK_FALSE(node.get(node.service().status(node.client())).network_is_ready);
}

TEST_CASE("when its node reboots, what ran has ended once the runtime answers again") {
  Running node{"{at: 3s, rebootNode: {downFor: 20s}}"};
  node.run_until(4s);
  CHECK(node.served().runtime().inventory().pods().size() == 1);
  node.run_until(24s);
  CHECK(node.code_of(node.service().version(node.client())) == Code::ok);
  CHECK(node.status().state == ContainerState::exited);
}

TEST_CASE("streams of events end when another runtime takes over") {
  ServedScenario node;
  int ended = 0;
  const auto begin = [&] { return node.service().feed().subscribe([](const Event&) {}, [&ended] { ++ended; }); };
  static_cast<void>(begin());
  const auto cancelled = begin();
  node.service().feed().unsubscribe(cancelled);
  node.service().feed().end();
  node.service().feed().end();
  CHECK(ended == 1);
}

TEST_CASE("a step that finds nothing of its kind is reported, and pods of the timeline are their client's to make") {
  ServedScenario node{with_steps("{at: 2s, killSandbox: {pod: web}}")};
  struct Missed final : trace::Sink {
    void write(const trace::Record& record) override {
      const auto* world = std::get_if<trace::Environment>(&record.payload);
      if (world != nullptr && world->what == "actionWithoutTarget") missed.push_back(record.pod);
    }
    std::vector<std::string> missed;
  } missed;
  node.served().recorder().add(missed);
  node.run_until(3s);
  CHECK(missed.missed == std::vector<std::string>{"default/web"});
  CHECK(node.served().runtime().inventory().pods().empty());
}

}  // namespace podreel::cri
