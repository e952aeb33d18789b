// Commands in containers, and endpoints of pods.
#include <doctest/doctest.h>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using testing::FakeNode;
using testing::make_pod;

namespace {

RuntimeScript answering(std::vector<ExecAnswer> answers) {
  return {{}, {{.name = "web", .exec = {{"live", std::move(answers)}}}}, {}};
}

runtime::Result<runtime::ExecResult> exec(FakeNode& node, const std::string& id, sim::Duration timeout) {
  return node.drive(node.runtime.exec_sync(node.kubelet, id, {"live", "--now"}, timeout));
}

}  // namespace

TEST_CASE("the last answer whose time has come holds, counted from the pod's creation") {
  FakeNode node{answering({{0s, 0, 0s, "fine"}, {60s, 1, 0s, "bad"}})};
  const auto pod = make_pod("web", {"app"});
  node.run_until(10s);
  node.runtime.pod_created(*pod);
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  CHECK(exec(node, id, 1s)->output == "fine");
  node.run_until(69999ms);
  CHECK(exec(node, id, 1s)->exit_code == 0);
  node.run_until(70s);
  CHECK(exec(node, id, 1s)->exit_code == 1);
  const auto call = node.reported.of<trace::RuntimeCall>().back().second;
  CHECK(call.op == "ExecSync");
  CHECK(call.command == "live --now");
  CHECK(call.timeout == 1);
  CHECK(call.exit_code == 1);
  CHECK_FALSE(call.id);
}

TEST_CASE("a command that no script knows succeeds silently") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  const auto result = exec(node, id, 1s);
  REQUIRE(result.has_value());
  CHECK(result->exit_code == 0);
  CHECK(result->output.empty());
  CHECK(node.scheduler.now() == sim::Time{});
}

TEST_CASE("a command that takes longer than it is given is reported as timed out") {
  FakeNode node{answering({{0s, 0, 3s, ""}})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  const auto late = exec(node, id, 1s);
  REQUIRE(late.has_value());
  CHECK(late->timed_out);
  CHECK(node.scheduler.now() == sim::Time{1s});
  CHECK(node.reported.of<trace::RuntimeCall>().back().second.error ==
        "rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout 1s exceeded: context deadline "
        "exceeded");
  const auto unbounded = exec(node, id, 0s);
  REQUIRE(unbounded.has_value());
  CHECK_FALSE(unbounded->timed_out);
  CHECK(node.scheduler.now() == sim::Time{4s});
}

TEST_CASE("a command ends with its container: 137") {
  FakeNode node{answering({{0s, 0, 20s, ""}})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  testing::Outcome<runtime::Result<runtime::ExecResult>> hook;
  testing::start(node.kubelet, node.runtime.exec_sync(node.kubelet, id, {"live"}, 0s), hook);
  node.run_until(5s);
  CHECK(node.runtime.exit_container("web", "app", 0));
  node.run_until(5s);
  REQUIRE(hook);
  CHECK((*hook)->exit_code == 137);
  const auto refused = exec(node, id, 1s);
  REQUIRE(refused.has_error());
  CHECK(refused.error().message ==
        "rpc error: code = Unknown desc = failed to exec in container: container is in CONTAINER_EXITED state");
}

TEST_CASE("probes over the network get the pod's scripted answer, or none") {
  using Probe = runtime::Runtime::NetworkProbe;
  FakeNode node{{{},
                 {{.name = "web",
                   .http = {{0s, 200, false, 0s, "ok"}, {10s, 503, false, 2s, "no"}},
                   .tcp = {{0s, 0, true, 0s, ""}}}},
                 {}}};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  const auto probe = [&](Probe::Kind kind) {
    Probe asked;
    asked.kind = kind;
    return node.drive(node.runtime.probe_network(node.kubelet, id, asked, 1s));
  };
  CHECK(probe(Probe::Kind::http).status == 200);
  CHECK(probe(Probe::Kind::tcp).refused);
  CHECK(probe(Probe::Kind::grpc).status == 0);
  CHECK_FALSE(probe(Probe::Kind::grpc).refused);
  node.run_until(10s);
  CHECK(probe(Probe::Kind::http).timed_out);
  CHECK(node.scheduler.now() == sim::Time{11s});
  CHECK(node.runtime.exit_container("web", "app", 0));
  CHECK(probe(Probe::Kind::http).refused);
}

TEST_CASE("a command that takes exactly what it is given, or has no limit, is in time") {
  FakeNode node{answering({{0s, 3, 2s, "slow"}})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  for (const sim::Duration timeout : {sim::Duration{2s}, sim::Duration{}}) {
    const auto result = exec(node, id, timeout);
    REQUIRE(result.has_value());
    CHECK_FALSE(result->timed_out);
    CHECK(result->exit_code == 3);
    CHECK(result->output == "slow");
  }
}

TEST_CASE("a probe over the network is refused by a container that ends meanwhile, and waits no longer than its time") {
  using Probe = runtime::Runtime::NetworkProbe;
  FakeNode node{{.pods = {{.name = "web", .tcp = {{.takes = 3s, .output = "hello"}}}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  Probe asked;
  asked.kind = Probe::Kind::tcp;
  const auto in_time = node.drive(node.runtime.probe_network(node.kubelet, id, asked, 3s));
  CHECK_FALSE(in_time.timed_out);
  CHECK_FALSE(in_time.refused);
  CHECK(in_time.output == "hello");
  CHECK(node.drive(node.runtime.probe_network(node.kubelet, id, asked, 0s)).output == "hello");
  testing::Outcome<runtime::Runtime::NetworkAnswer> answered;
  testing::start(node.kubelet, node.runtime.probe_network(node.kubelet, id, asked, 5s), answered);
  CHECK(node.runtime.exit_container("web", "app", 0));
  node.run_until(20s);
  REQUIRE(answered);
  CHECK(answered->refused);
  CHECK(answered->output.empty());
}

TEST_CASE("an answer is steady where it takes no time, nothing is left to chance and nobody hears of calls") {
  struct Deaf final : trace::Sink {
    [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::Environment>(); }
    void write(const trace::Record& /*record*/) override {}
  };
  using Kind = runtime::Runtime::NetworkProbe::Kind;
  RuntimeScript script;
  script.pods = {{.name = "web",
                  .exec = {{"live", {{.exit_code = 3}}}, {"slow", {{.takes = 1s}}}},
                  .http = {{.status = 200}, {.from = 60s, .refused = true}}}};
  sim::Scheduler scheduler{sim::Time{}};
  const sim::Process kubelet{scheduler};
  timing::Timing timing{sim::Choices{1}};
  trace::Recorder recorder{scheduler};
  Deaf sink;
  recorder.add(sink);
  FakeRuntime runtime{scheduler, timing, recorder, script};
  const auto pod = make_pod("web", {"app"});
  runtime.pod_created(*pod);
  const auto sandbox = testing::drive(kubelet, runtime.run_pod_sandbox(kubelet, {pod, 0}));
  REQUIRE(sandbox.has_value());
  runtime::ContainerConfig config;
  config.pod = pod;
  config.name = "app";
  const auto id = testing::drive(kubelet, runtime.create_container(kubelet, *sandbox, std::move(config)));
  REQUIRE(id.has_value());
  CHECK_FALSE(runtime.steady_exec_answer(*id, {"live"}).has_value());
  REQUIRE(testing::drive(kubelet, runtime.start_container(kubelet, *id)).has_value());

  CHECK(runtime.steady_exec_answer(*id, {"live"}).value().answer.exit_code == 3);
  CHECK(runtime.steady_exec_answer(*id, {"live"}).value().until == sim::Time{60s});
  CHECK_FALSE(runtime.steady_exec_answer(*id, {"slow"}).has_value());
  CHECK(runtime.steady_network_answer(*id, Kind::http).value().answer.status == 200);
  scheduler.run_until(sim::Time{60s});
  CHECK(runtime.steady_network_answer(*id, Kind::http).value().answer.refused);
  CHECK(runtime.steady_network_answer(*id, Kind::http).value().until == sim::Time::max());
  runtime.hang(5s);
  CHECK_FALSE(runtime.steady_exec_answer(*id, {"live"}).has_value());
  scheduler.clear();
}

}  // namespace podreel::runtime_fake
