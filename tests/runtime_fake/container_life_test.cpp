// Containers start, run as scripted, and end.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using testing::FakeNode;
using testing::make_pod;
using testing::run_for;

namespace {

RuntimeScript script_of(std::vector<Run> runs) {
  return {{}, {{.name = "web", .containers = {{"app", std::move(runs)}}}}, {}};
}

}  // namespace

TEST_CASE("a container without a script runs for ever") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(24h);
  CHECK(node.container(pod, id).state == ContainerState::running);
  CHECK(id.size() == 8);
}

TEST_CASE("an init container without a script succeeds at once, unless it is a sidecar") {
  FakeNode node;
  auto pod = std::make_shared<api::Pod>(*make_pod("web", {"app"}));
  auto spec = std::make_shared<api::PodSpec>(*pod->spec);
  spec->init_containers = spec->containers;
  spec->init_containers[0].name = "prepare";
  spec->init_containers.push_back(spec->containers[0]);
  spec->init_containers[1].name = "proxy";
  spec->init_containers[1].restart_policy = api::RestartPolicy::always;
  pod->spec = spec;
  const std::string sandbox = node.sandbox(pod);
  const std::string prepare = node.run(pod, sandbox, "prepare");
  const std::string proxy = node.run(pod, sandbox, "proxy");
  node.run_until(1s);
  CHECK(node.container(pod, prepare).state == ContainerState::exited);
  CHECK(node.container(pod, prepare).exit_code == 0);
  CHECK(node.container(pod, prepare).finished_at == node.container(pod, prepare).started_at);
  CHECK(node.container(pod, proxy).state == ContainerState::running);
}

TEST_CASE("the n-th successful start uses entry n, and the last entry repeats") {
  FakeNode node{script_of({run_for(1s, 1), run_for(2s, 0)})};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  for (const auto& [lives, code] : {std::pair{1s, 1}, std::pair{2s, 0}, std::pair{2s, 0}}) {
    const std::string id = node.run(pod, sandbox, "app");
    const sim::Time started = node.scheduler.now();
    node.scheduler.run_until(started + 3s);
    const runtime::ContainerStatus seen = node.container(pod, id);
    CHECK(seen.state == ContainerState::exited);
    CHECK(seen.exit_code == code);
    CHECK(seen.reason == (code == 0 ? "Completed" : "Error"));
    CHECK(seen.started_at == started);
    CHECK(seen.finished_at == started + lives);
  }
}

TEST_CASE("each run takes another part of what its length is spread over") {
  FakeNode node{script_of({Run{.runs_for = ScriptedSpan::between(1s, {}, 60s), .exit_code = 3}})};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  std::set<sim::Duration> lengths;
  for (std::uint32_t attempt = 0; attempt < 5; ++attempt) {
    const std::string id = node.run(pod, sandbox, "app", attempt);
    node.scheduler.run_until(node.scheduler.now() + 61s);
    const runtime::ContainerStatus seen = node.container(pod, id);
    CHECK(seen.exit_code == 3);
    lengths.insert(seen.finished_at - seen.started_at);
  }
  CHECK(lengths.size() == 5);
  CHECK(*lengths.begin() >= 1s);
  CHECK(*lengths.rbegin() < 60s);
}

TEST_CASE("of two processes that need the same thing the second exits until the first has ended") {
  RuntimeScript script;
  script.pods = {{.name = "old", .containers = {{.name = "app", .runs = {run_for(10s, 0)}, .needs = {"lock"}}}},
                 {.name = "new", .containers = {{.name = "app", .runs = {run_for(3s, 7)}, .needs = {"port", "lock"}}}},
                 {.name = "other", .containers = {{.name = "app", .runs = {run_for(5s, 0)}, .needs = {"port"}}}}};
  FakeNode node{std::move(script)};
  const auto old_pod = make_pod("old", {"app"});
  const auto new_pod = make_pod("new", {"app"});
  const auto other_pod = make_pod("other", {"app"});
  const std::string holder = node.run(old_pod, node.sandbox(old_pod), "app");
  const std::string sandbox = node.sandbox(new_pod);
  const std::string loser = node.run(new_pod, sandbox, "app");
  const std::string other = node.run(other_pod, node.sandbox(other_pod), "app");
  node.run_until(1s);
  CHECK(node.container(new_pod, loser).exit_code == 1);
  CHECK(node.container(old_pod, holder).state == ContainerState::running);
  CHECK(node.container(other_pod, other).state == ContainerState::running);
  node.run_until(11s);
  CHECK(node.container(old_pod, holder).exit_code == 0);
  const std::string winner = node.run(new_pod, sandbox, "app", 1);
  node.run_until(15s);
  CHECK(node.container(new_pod, winner).exit_code == 7);
}

TEST_CASE("a scripted reason and message are reported") {
  Run run = run_for(1s, 137);
  run.reason = "OOMKilled";
  run.message = "out of memory";
  FakeNode node{script_of({run})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(2s);
  CHECK(node.container(pod, id).reason == "OOMKilled");
  CHECK(node.container(pod, id).message == "out of memory");
}

TEST_CASE("an exit is told to the timeline with its cause") {
  FakeNode node{script_of({run_for(1s, 3)})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app", 7);
  node.run_until(2s);
  const auto world = node.reported.of<trace::Environment>();
  REQUIRE(world.size() == 1);
  CHECK(world[0].first == sim::Time{1s});
  CHECK(world[0].second.what == "container_exit");
  CHECK(world[0].second.container == "app");
  CHECK(world[0].second.attempt == 7);
  CHECK(world[0].second.exit_code == 3);
  CHECK(world[0].second.id == id);
  CHECK(world[0].second.why == "script");
}

TEST_CASE("StopContainer returns when the container has reacted to SIGTERM: 143 after 100 ms by default") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(5s);
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_value());
  CHECK(node.scheduler.now() == sim::Time{5100ms});
  CHECK(node.container(pod, id).exit_code == 143);
  CHECK(node.container(pod, id).reason == "Error");
  CHECK(node.reported.of<trace::Environment>().back().second.why == "SIGTERM");
}

TEST_CASE("a container that ignores SIGTERM is killed when the timeout ends") {
  Run stubborn;
  stubborn.on_term.ignore = true;
  FakeNode node{script_of({stubborn})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 10s)).has_value());
  CHECK(node.scheduler.now() == sim::Time{10s});
  CHECK(node.container(pod, id).exit_code == 137);
  CHECK(node.reported.of<trace::Environment>().back().second.why == "SIGKILL");
}

TEST_CASE("a container that would end by itself before it reacts ends by itself") {
  Run run = run_for(2s, 5);
  run.on_term.exit_after = 10s;
  FakeNode node{script_of({run})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_value());
  CHECK(node.scheduler.now() == sim::Time{2s});
  CHECK(node.container(pod, id).exit_code == 5);
}

TEST_CASE("a reaction at the very end of the timeout can lose against SIGKILL") {
  Run slow;
  slow.on_term.exit_after = 5s;
  bool reacted = false;
  bool killed = false;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    FakeNode node{script_of({slow}), seed};
    const auto pod = make_pod("web", {"app"});
    const std::string id = node.run(pod, node.sandbox(pod), "app");
    CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 5s)).has_value());
    CHECK(node.scheduler.now() == sim::Time{5s});
    (node.container(pod, id).exit_code == 137 ? killed : reacted) = true;
  }
  CHECK(reacted);
  CHECK(killed);
}

TEST_CASE("two StopContainer calls: the first SIGTERM counts, each call has its own SIGKILL") {
  Run stubborn;
  stubborn.on_term.ignore = true;
  FakeNode node{script_of({stubborn})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  testing::Outcome<runtime::Result<>> first;
  testing::Outcome<runtime::Result<>> second;
  testing::start(node.kubelet, node.runtime.stop_container(node.kubelet, id, 30s), first);
  node.run_until(10s);
  testing::start(node.kubelet, node.runtime.stop_container(node.kubelet, id, 5s), second);
  node.run_until(14s);
  CHECK_FALSE(first);
  node.run_until(15s);
  CHECK(first);
  CHECK(second);
}

TEST_CASE("stopping what has exited succeeds at once; removing what runs is refused") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  CHECK(node.drive(node.runtime.remove_container(node.kubelet, id)).has_error());
  CHECK(node.runtime.exit_container("web", "app", 0));
  const sim::Time before = node.scheduler.now();
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_value());
  CHECK(node.scheduler.now() == before);
  CHECK(node.drive(node.runtime.remove_container(node.kubelet, id)).has_value());
  CHECK(node.status(pod)->containers.empty());
}

TEST_CASE("a failed start leaves the container exited 128 without a start time, and does not count as a start") {
  RuntimeScript script = script_of({run_for(1s, 9)});
  script.calls = {
      {.call = "StartContainer", .pod = "web", .container = "app", .fail_first = 1, .error = "no such file"}};
  FakeNode node{std::move(script)};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  const std::string failed = node.create(pod, sandbox, "app");
  node.run_until(4s);
  const std::uint64_t before = node.runtime.observable_version();
  const auto result = node.drive(node.runtime.start_container(node.kubelet, failed));
  REQUIRE(result.has_error());
  CHECK(result.error().message == "rpc error: code = Unknown desc = no such file");
  const runtime::ContainerStatus seen = node.container(pod, failed);
  CHECK(seen.state == ContainerState::exited);
  CHECK(seen.exit_code == 128);
  CHECK(seen.reason == "StartError");
  CHECK(seen.message == result.error().message);
  CHECK(seen.started_at == sim::Time{});
  CHECK(seen.finished_at == sim::Time{4s});
  CHECK(node.runtime.observable_version() > before);
  const std::string good = node.run(pod, sandbox, "app", 1);
  node.run_until(6s);
  CHECK(node.container(pod, good).exit_code == 9);
}

TEST_CASE("what a kubelet stored with a container can be read back") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  runtime::ContainerConfig config;
  config.pod = pod;
  config.name = "app";
  config.kind = api::ContainerKind::init;
  config.image = "img:1";
  config.image_id = "sha256:abc";
  config.stored_spec = std::make_shared<const nlohmann::json>("stored");
  config.hash = 0x1234;
  config.attempt = 2;
  config.pod_termination_grace_period_seconds = 7;
  config.pod_deletion_grace_period_seconds = 3;
  config.pre_stop = api::ExecAction{{"bye"}};
  const auto id = node.drive(node.runtime.create_container(node.kubelet, node.sandbox(pod), config));
  REQUIRE(id.has_value());
  const auto stored = node.runtime.stored_config(*id);
  REQUIRE(stored);
  CHECK(stored->kind == api::ContainerKind::init);
  CHECK(node.container(pod, std::string{*id}).image_id == "sha256:abc");
  CHECK(stored->image == "img:1");
  CHECK(stored->stored_spec == config.stored_spec);
  CHECK(node.container(pod, std::string{*id}).stored_spec == config.stored_spec);
  CHECK(stored->hash == 0x1234);
  CHECK(stored->attempt == 2);
  CHECK(stored->pod_termination_grace_period_seconds == 7);
  CHECK(stored->pod_deletion_grace_period_seconds == 3);
  CHECK(stored->pre_stop == config.pre_stop);
  CHECK(stored->pod->metadata.uid == pod->metadata.uid);
  CHECK(stored->pod->metadata.name == "web");
  CHECK(stored->pod->metadata.namespace_name == "default");
  CHECK(stored->pod->spec == pod->spec);
  CHECK_FALSE(node.runtime.stored_config("ffffffff"));
}

TEST_CASE("without time a container is not asked to end, but killed at once") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(5s);
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 0s)).has_value());
  CHECK(node.scheduler.now() == sim::Time{5s});
  CHECK(node.container(pod, id).exit_code == 137);
  CHECK(node.reported.of<trace::Environment>().back().second.why == "SIGKILL");
}

TEST_CASE("without time a container is killed even if it would react at once") {
  Run quick;
  quick.on_term.exit_after = sim::Duration{};
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    FakeNode node{script_of({quick}), seed};
    const auto pod = make_pod("web", {"app"});
    const std::string id = node.run(pod, node.sandbox(pod), "app");
    CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 0s)).has_value());
    CHECK(node.container(pod, id).exit_code == 137);
  }
}

TEST_CASE("a container that reacts to SIGTERM does not end a second time when it would have by itself") {
  FakeNode node{script_of({run_for(10s, 3)})};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_value());
  node.run_until(20s);
  CHECK(node.container(pod, id).exit_code == 143);
  CHECK(node.reported.of<trace::Environment>().size() == 1);
}

TEST_CASE("a process meets a conflict although others of the same pod need nothing") {
  RuntimeScript script;
  script.pods = {{.name = "old", .containers = {{.name = "app", .needs = {"lock"}}, {.name = "aux"}, {.name = "idle"}}},
                 {.name = "new", .containers = {{.name = "app", .needs = {"lock"}}}}};
  FakeNode node{std::move(script)};
  const auto holder = make_pod("old", {"app", "aux", "idle"});
  const auto pod = make_pod("new", {"app"});
  const std::string sandbox = node.sandbox(holder);
  for (const char* name : {"aux", "app", "idle"}) node.run(holder, sandbox, name);
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(5s);
  CHECK(node.container(pod, id).exit_code == 1);
}

}  // namespace podreel::runtime_fake
