// Runtime calls take time, fail, hang; callers die.
#include <doctest/doctest.h>
#include <optional>

#include "engine/timing/table.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using runtime::SandboxState;
using testing::FakeNode;
using testing::make_pod;
using testing::Outcome;

namespace {

RuntimeScript with_calls(std::vector<CallFault> calls) {
  return {{}, {}, std::move(calls)};
}

runtime::ContainerConfig config_of(const api::PodPtr& pod, std::string_view container) {
  runtime::ContainerConfig config;
  config.pod = pod;
  config.name = container;
  config.image = "img";
  config.hash = 0xabc;
  return config;
}

}  // namespace

TEST_CASE("a call acts at the end of its latency, and its record stands where it began") {
  FakeNode node{with_calls({{.call = "RunPodSandbox", .pod = "web", .takes = 3s}})};
  const auto pod = make_pod("web", {"app"});
  node.run_until(1s);
  Outcome<runtime::Result<memory::Text>> sandbox;
  testing::start(node.kubelet, node.runtime.run_pod_sandbox(node.kubelet, {pod, 0}), sandbox);
  node.run_until(3900ms);
  CHECK_FALSE(sandbox);
  CHECK(node.status(pod)->sandboxes.empty());
  node.recorder.record({}, trace::Loop{"HOUSEKEEPING"});
  node.run_until(4s);
  REQUIRE(sandbox);
  CHECK(node.status(pod)->sandboxes.size() == 1);
  REQUIRE(node.reported.records.size() == 2);
  CHECK(node.reported.records[0].time == sim::Time{1s});
  CHECK(node.reported.records[1].time == sim::Time{3900ms});
  const auto call = node.reported.of<trace::RuntimeCall>()[0].second;
  CHECK(call.op == "RunPodSandbox");
  CHECK(call.sandbox == **sandbox);
  CHECK(call.sandbox_attempt == 0);
  CHECK(call.dur == 3s);
}

TEST_CASE("the first calls fail as scripted, each container counted by itself") {
  FakeNode node{with_calls({{.call = "CreateContainer", .container = "a*", .fail_first = 2, .error = "no task"}})};
  const auto pod = make_pod("web", {"a1", "a2", "b"});
  const std::string sandbox = node.sandbox(pod);
  const auto create = [&](std::string_view name) {
    return node.drive(node.runtime.create_container(node.kubelet, sandbox, config_of(pod, name)));
  };
  CHECK(create("b").has_value());
  CHECK(create("a1").has_error());
  CHECK(create("a1").error().message == "rpc error: code = Unknown desc = no task");
  CHECK(create("a1").has_value());
  CHECK(create("a2").has_error());
  const auto call = node.reported.of<trace::RuntimeCall>()[2].second;
  CHECK(call.error == "rpc error: code = Unknown desc = no task");
  CHECK_FALSE(call.id);
  CHECK_FALSE(call.hash);
}

TEST_CASE("a sandbox that cannot be made may be left behind, not ready") {
  FakeNode node{
      with_calls({{.call = "RunPodSandbox", .fail_first = 1, .error = "no network", .leaves_sandbox = true}})};
  const auto pod = make_pod("web", {"app"});
  CHECK(node.drive(node.runtime.run_pod_sandbox(node.kubelet, {pod, 0})).has_error());
  REQUIRE(node.status(pod)->sandboxes.size() == 1);
  CHECK(node.status(pod)->sandboxes[0].state == runtime::SandboxState::not_ready);
  CHECK(node.drive(node.runtime.run_pod_sandbox(node.kubelet, {pod, 1})).has_value());
  CHECK(node.status(pod)->sandboxes.size() == 2);
}

TEST_CASE("a kubelet killed inside CreateContainer never hears of it: the container exists, created") {
  FakeNode node{with_calls({{.call = "CreateContainer", .takes = 600ms}})};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  sim::Process first_kubelet{node.scheduler};
  Outcome<runtime::Result<memory::Text>> never;
  testing::start(first_kubelet, node.runtime.create_container(first_kubelet, sandbox, config_of(pod, "app")), never);
  node.run_until(300ms);
  first_kubelet.end();
  node.run_until(5s);
  CHECK_FALSE(never);
  const auto seen = node.status(pod);
  REQUIRE(seen->containers.size() == 1);
  CHECK(seen->containers[0].state == ContainerState::created);
  CHECK(node.reported.of<trace::RuntimeCall>().back().second.dur == 600ms);
}

TEST_CASE("a kubelet killed inside StopContainer: SIGTERM was sent, SIGKILL is not") {
  Run stubborn;
  stubborn.on_term.ignore = true;
  FakeNode node{{{}, {{.name = "web", .containers = {{"app", {stubborn}}}}}, {}}};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  sim::Process first_kubelet{node.scheduler};
  Outcome<runtime::Result<>> never;
  testing::start(first_kubelet, node.runtime.stop_container(first_kubelet, id, 30s), never);
  node.run_until(5s);
  first_kubelet.end();
  node.run_until(60s);
  CHECK(node.container(pod, id).state == ContainerState::running);
  const auto call = node.reported.of<trace::RuntimeCall>().back().second;
  CHECK(call.error == "context canceled");
  CHECK(call.dur == 5s);
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_value());
  CHECK(node.scheduler.now() == sim::Time{90s});
  node.scheduler.clear();
}

TEST_CASE("a hung runtime: calls return when the hang ends, in the order in which they came") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  node.runtime.hang(60s);
  CHECK_FALSE(node.runtime.relist_is_instant());
  Outcome<runtime::Result<memory::Text>> sandbox;
  Outcome<runtime::Result<std::vector<runtime::RunningPod>>> pods;
  testing::start(node.kubelet, node.runtime.run_pod_sandbox(node.kubelet, {pod, 0}), sandbox);
  testing::start(node.kubelet, node.runtime.get_pods(node.kubelet, true), pods);
  node.run_until(59s);
  CHECK_FALSE(sandbox);
  CHECK_FALSE(pods);
  node.run_until(60s);
  CHECK(sandbox);
  CHECK_FALSE(pods);
  node.run_until(60s + timing::behind_version);
  REQUIRE(pods);
  CHECK((*pods)->size() == 1);
  CHECK(node.runtime.relist_is_instant());
  const auto world = node.reported.of<trace::Environment>();
  REQUIRE(world.size() == 2);
  CHECK(world[0].second.what == "runtime_hang");
  CHECK(world[0].second.for_time == 60s);
  CHECK(world[1].second.what == "runtime_unhang");
}

TEST_CASE("a hung runtime: the kubelet waits for two minutes, and what it gave up is not done later") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.runtime.hang(10min);
  const auto listed = node.drive(node.runtime.get_pods(node.kubelet, true));
  REQUIRE(listed.has_error());
  CHECK(listed.error().message == "rpc error: code = DeadlineExceeded desc = context deadline exceeded");
  CHECK(node.scheduler.now() == sim::Time{2min});
  const auto stopped = node.drive(node.runtime.stop_container(node.kubelet, id, 30s));
  CHECK(stopped.has_error());
  CHECK(node.scheduler.now() == sim::Time{2min + 2min + 30s});
  const auto probed = node.drive(node.runtime.exec_sync(node.kubelet, id, {"live"}, 1s));
  CHECK(probed.has_error());
  CHECK(node.scheduler.now() == sim::Time{6min + 31s});
  node.run_until(20min);
  CHECK(node.container(pod, id).state == ContainerState::running);
  CHECK(node.reported.of<trace::RuntimeCall>().back().second.dur == 2min + 1s);
}

TEST_CASE("a hang that is prolonged ends once") {
  FakeNode node;
  node.runtime.hang(10s);
  node.run_until(5s);
  node.runtime.hang(20s);
  Outcome<runtime::Result<runtime::RuntimeStatus>> answered;
  testing::start(node.kubelet, node.runtime.status(node.kubelet), answered);
  node.run_until(24s);
  CHECK_FALSE(answered);
  node.run_until(25s + timing::behind_version);
  CHECK(answered);
  CHECK(node.reported.of<trace::Environment>().size() == 3);
}

TEST_CASE("a fault holds for its time of the scenario, and a star for every call") {
  FakeNode node{with_calls({{.call = "*", .fail_first = CallFault::all, .from = 10s, .until = 20s}})};
  const auto fails = [&] { return node.drive(node.runtime.get_pods(node.kubelet, true)).has_error(); };
  CHECK(node.runtime.relist_is_instant());
  CHECK_FALSE(fails());
  const std::uint64_t before = node.runtime.observable_version();
  node.run_until(10s);
  CHECK_FALSE(node.runtime.relist_is_instant());
  CHECK(node.runtime.observable_version() > before);
  CHECK(fails());
  CHECK(fails());
  CHECK(node.drive(node.runtime.status(node.kubelet)).has_error());
  CHECK(node.runtime.has_scripted_changes());
  node.run_until(20s);
  CHECK(node.runtime.relist_is_instant());
  CHECK_FALSE(fails());
}

TEST_CASE("what the runtime says of itself is asked for as long as something is not ready") {
  FakeNode node;
  node.runtime.set_status({.network_is_ready = false, .message = "no plugin"});
  CHECK_FALSE(node.runtime.relist_is_instant());
  const auto status = node.drive(node.runtime.status(node.kubelet));
  CHECK(status->runtime_is_ready);
  CHECK_FALSE(status->network_is_ready);
  CHECK(status->message == "no plugin");
  node.runtime.set_status({});
  CHECK(node.runtime.relist_is_instant());
}

TEST_CASE("a slow call outlives the kubelet's patience and still does its work") {
  FakeNode node{with_calls({{.call = "StartContainer", .takes = 3min}})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.create(pod, node.sandbox(pod), "app");
  CHECK(node.drive(node.runtime.start_container(node.kubelet, id)).has_error());
  CHECK(node.scheduler.now() == sim::Time{2min});
  node.run_until(4min);
  CHECK(node.container(pod, id).state == ContainerState::running);
}

TEST_CASE("calls under way at the end of the world leak nothing") {
  FakeNode node{with_calls({{.call = "StartContainer", .takes = 3min}})};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  const std::string id = node.create(pod, sandbox, "app");
  Outcome<runtime::Result<>> never;
  testing::start(node.kubelet, node.runtime.start_container(node.kubelet, id), never);
  node.run_until(1s);
  node.runtime.hang(10min);
  Outcome<runtime::Result<>> neither;
  testing::start(node.kubelet, node.runtime.stop_pod_sandbox(node.kubelet, sandbox), neither);
  node.run_until(2s);
  CHECK_FALSE(never);
  CHECK_FALSE(neither);
}

TEST_CASE(
    "a call that nobody waits for any more is told when it was given up, or, once it is at work, when it returns") {
  FakeNode node{with_calls({{.call = "StartContainer", .takes = 3min}})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.create(pod, node.sandbox(pod), "app", 2);
  CHECK(node.drive(node.runtime.start_container(node.kubelet, id)).has_error());
  const auto started = [&node] { return node.reported.of<trace::RuntimeCall>().back().second; };
  CHECK(started().op == "CreateContainer");
  node.run_until(4min);
  CHECK(started().op == "StartContainer");
  CHECK(started().dur == 3min);
  CHECK_FALSE(started().error);
  CHECK(started().attempt == 2U);
  CHECK(started().id == id);
  node.runtime.hang(10min);
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_error());
  CHECK(started().op == "StopContainer");
  CHECK(started().timeout == 30);
  CHECK(started().error == "rpc error: code = DeadlineExceeded desc = context deadline exceeded");
  CHECK(started().dur == 2min + 30s);
}

TEST_CASE("a call that still waits at the door of a hung runtime when its caller dies is never made") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  node.runtime.hang(60s);
  sim::Process killed{node.scheduler};
  Outcome<runtime::Result<memory::Text>> never;
  testing::start(killed, node.runtime.run_pod_sandbox(killed, {pod, 0}), never);
  node.run_until(5s);
  killed.end();
  node.run_until(61s);
  CHECK_FALSE(never);
  CHECK(node.status(pod)->sandboxes.empty());
  const auto call = node.reported.of<trace::RuntimeCall>().back().second;
  CHECK(call.error == "context canceled");
  CHECK(call.dur == 5s);
  node.scheduler.clear();
}

TEST_CASE("calls about sandboxes and containers name what they are about") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod, 3);
  const std::string id = node.create(pod, sandbox, "app", 2, 0xfeed);
  const auto last = [&node] { return node.reported.of<trace::RuntimeCall>().back().second; };
  CHECK(last().op == "CreateContainer");
  CHECK(last().container == "app");
  CHECK(last().attempt == 2U);
  CHECK(last().sandbox == sandbox);
  CHECK(last().image == "img");
  CHECK(last().id == id);
  CHECK(last().hash == "feed");
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
  CHECK(last().op == "StopPodSandbox");
  CHECK(last().sandbox == sandbox);
  CHECK(last().sandbox_attempt == 3U);
}

TEST_CASE("a kubelet that dies while SIGKILL and a reaction race leaves the container to its reaction") {
  Run slow;
  slow.on_term.exit_after = 5s;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    FakeNode node{{{}, {{.name = "web", .containers = {{"app", {slow}}}}}, {}}, seed};
    const auto pod = make_pod("web", {"app"});
    const std::string id = node.run(pod, node.sandbox(pod), "app");
    sim::Process killed{node.scheduler};
    Outcome<runtime::Result<>> never;
    testing::start(killed, node.runtime.stop_container(killed, id, 5s), never);
    node.run_until(2s);
    killed.end();
    node.run_until(6s);
    CHECK(node.container(pod, id).exit_code == 143);
    node.scheduler.clear();
  }
}

TEST_CASE("that a runtime hangs, and that it does no more, is heard by who looks for changes") {
  FakeNode node;
  const std::uint64_t before = node.runtime.observable_version();
  node.runtime.hang(5s);
  const std::uint64_t hung = node.runtime.observable_version();
  CHECK(hung > before);
  node.run_until(5s);
  CHECK(node.runtime.observable_version() > hung);
}

TEST_CASE("a call that changes nothing takes its time and fails as scripted") {
  FakeNode node{
      with_calls({{.call = "ContainerStats", .pod = "web", .fail_first = 1, .error = "no task", .takes = 2s}})};
  const auto pod = make_pod("web", {"app"});
  static_cast<void>(node.sandbox(pod));
  const auto ask = [&](const char* call) {
    return node.drive(node.runtime.ask(node.kubelet, call, pod->metadata.uid, "app"));
  };
  CHECK(ask("ContainerStatus").has_value());
  CHECK(node.scheduler.now() == sim::Time{});
  CHECK(ask("ContainerStats").has_error());
  CHECK(node.scheduler.now() == sim::Time{2s});
  CHECK(ask("ContainerStats").has_value());
}

TEST_CASE("what waits at the door of a runtime that hangs goes with its caller") {
  FakeNode node;
  node.runtime.hang(3s);
  sim::Process client{node.scheduler};
  const auto held = std::make_shared<int>();
  const auto call = [&node](const sim::Process& caller, std::shared_ptr<int> /*held*/) -> sim::Task<> {
    static_cast<void>(co_await node.runtime.version(caller));
  };
  sim::spawn(client, call(client, held));
  node.run_until(1s);
  client.end();
  CHECK(node.runtime.has_calls_under_way());
  node.run_until(3s);
  CHECK_FALSE(node.runtime.has_calls_under_way());
  CHECK(held.use_count() == 1);
}

TEST_CASE("while the runtime is away its calls fail at once, and what runs goes on") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  node.runtime.restart(5s, false);
  const auto refused = node.drive(node.runtime.get_pods(node.kubelet, true));
  REQUIRE(refused.has_error());
  CHECK(refused.error().message.starts_with("rpc error: code = Unavailable"));
  CHECK(node.drive(node.runtime.status(node.kubelet)).has_error());
  CHECK(node.drive(node.runtime.version(node.kubelet)).has_error());
  CHECK_FALSE(node.runtime.relist_is_instant());
  CHECK(node.runtime.has_scripted_changes());
  node.run_until(6s);
  CHECK(node.runtime.relist_is_instant());
  CHECK(node.container(pod, app).state == ContainerState::running);
}

TEST_CASE("containers that are the runtime's own children end with it") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  node.runtime.restart(5s, true);
  node.run_until(6s);
  CHECK(node.container(pod, app).exit_code == 137);
  CHECK(node.status(pod)->sandboxes.front().state == SandboxState::not_ready);
}

TEST_CASE("a call that is under way fails when the runtime ends, and is not done") {
  FakeNode node{{.calls = {{.call = "StartContainer", .takes = 5s}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string app = node.create(pod, node.sandbox(pod), "app");
  std::optional<std::string> error;
  sim::spawn(node.kubelet, [](FakeNode& on, std::string id, std::optional<std::string>& reported) -> sim::Task<> {
    const auto started = co_await on.runtime.start_container(on.kubelet, memory::Text{id});
    if (started.has_error()) reported = started.error().message;
  }(node, app, error));
  node.run_until(2s);
  CHECK_FALSE(error);
  node.runtime.restart(1s, false);
  node.run_until(20s);
  CHECK(error == "rpc error: code = Unavailable desc = error reading from server: EOF");
  CHECK(node.container(pod, app).state == ContainerState::created);
}

TEST_CASE("a container that is being stopped is not killed when the runtime has ended in between") {
  FakeNode node{{.pods = {{.name = "web", .containers = {{.name = "app", .runs = {{.on_term = {.ignore = true}}}}}}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  bool has_failed = false;
  sim::spawn(node.kubelet, [](FakeNode& on, std::string id, bool& failed) -> sim::Task<> {
    failed = (co_await on.runtime.stop_container(on.kubelet, memory::Text{id}, 10s)).has_error();
  }(node, app, has_failed));
  node.run_until(3s);
  node.runtime.restart(1s, false);
  node.run_until(30s);
  CHECK(has_failed);
  CHECK(node.container(pod, app).state == ContainerState::running);
}

}  // namespace podreel::runtime_fake
