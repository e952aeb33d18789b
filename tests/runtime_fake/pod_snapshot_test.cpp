// A pod that one runtime has had stands in another one.
#include "runtime_fake/pod_snapshot.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/api/linux_resources.hpp"
#include "runtime_fake/identifiers.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using testing::FakeNode;
using testing::make_pod;
using testing::run_for;

namespace {

/// Restores the pod, a minute later, in a runtime with the same script.
struct Restored {
  Restored(const RuntimeScript& script, const api::PodPtr& pod, std::shared_ptr<const PodSnapshot> snapshot,
           sim::Duration later = 60s)
      : node{script} {
    node.run_until(sim::Duration{snapshot->taken_at.time_since_epoch()} + later);
    node.runtime.restore(*pod, std::move(snapshot), later);
  }
  FakeNode node;
};

}  // namespace

TEST_CASE("a container runs on where it stood, and ends by itself as it would have") {
  const RuntimeScript script{
      .pods = {{.name = "web", .containers = {{.name = "app", .runs = {run_for(5s, 4), run_for(30s, 3)}}}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  const std::string dead = node.run(pod, sandbox, "app");
  node.run_until(10s);
  const std::string id = node.run(pod, sandbox, "app", 1);
  node.run_until(20s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  const runtime::ContainerStatus before = again.node.container(pod, id);
  CHECK(before.state == ContainerState::running);
  CHECK(before.restart_count == 1);
  CHECK(before.created_at == sim::Time{70s});
  CHECK(before.started_at == sim::Time{70s});
  CHECK(before.finished_at == sim::Time{});
  CHECK(before.sandbox_id == sandbox);
  CHECK(before.image == "img");
  CHECK(before.hash == 0xabc);
  const runtime::ContainerStatus ended = again.node.container(pod, dead);
  CHECK(ended.exit_code == 4);
  CHECK(ended.reason == "Error");
  CHECK(ended.finished_at == sim::Time{65s});
  again.node.run_until(99s);
  CHECK(again.node.container(pod, id).state == ContainerState::running);
  again.node.run_until(100s);
  CHECK(again.node.container(pod, id).exit_code == 3);
  CHECK(again.node.reported.of<trace::Environment>().back().second.why == "script");
}

TEST_CASE("pods that have lived one life end each at their own time, where that is left to chance") {
  const RuntimeScript script{
      .pods = {{.name = "web*",
                .containers = {{.name = "app", .runs = {Run{.runs_for = ScriptedSpan::between(10s, {}, 60s)}}}}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  node.run(pod, node.sandbox(pod), "app");
  node.run_until(8s);
  const auto snapshot = node.runtime.snapshot("uid-web");
  std::set<sim::Time> ends;
  for (const char* name : {"web-1", "web-2", "web-3"}) {
    const auto other = make_pod(name, {"app"});
    Restored again{script, other, snapshot, 0s};
    again.node.run_until(61s);
    const runtime::ContainerStatus seen = again.node.status(other)->containers.at(0);
    CHECK(seen.state == ContainerState::exited);
    ends.insert(seen.finished_at);
  }
  CHECK(ends.size() == 3);
}

TEST_CASE("what is restored is told, with the exit codes of the dead only") {
  const RuntimeScript script{.pods = {{.name = "web", .containers = {{.name = "dead", .runs = {run_for(1s, 4)}}}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"dead", "app"});
  const std::string sandbox = node.sandbox(pod);
  node.run(pod, sandbox, "dead", 2);
  const std::string id = node.run(pod, sandbox, "app");
  node.run_until(5s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  const auto reported = again.node.reported.of<trace::Environment>();
  REQUIRE(reported.size() == 2);
  CHECK(reported[0].second.what == "container_settled");
  CHECK(reported[0].second.container == "dead");
  CHECK(reported[0].second.attempt == 2U);
  CHECK(reported[0].second.exit_code == 4);
  CHECK(reported[1].second.container == "app");
  CHECK(reported[1].second.id == id);
  CHECK(reported[1].second.sandbox == sandbox);
  CHECK_FALSE(reported[1].second.exit_code);
}

TEST_CASE("starts go on counting, and what is created next has an id of its own") {
  const RuntimeScript script{
      .pods = {{.name = "web", .containers = {{.name = "app", .runs = {run_for(1s, 1), run_for(9s, 2)}}}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  const std::string first = node.run(pod, sandbox, "app");
  node.run_until(5s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  const std::string second = again.node.run(pod, sandbox, "app", 0);
  CHECK(second != first);
  CHECK(second == make_id("uid-web", "app", 0, 2));
  again.node.run_until(73s);
  CHECK(again.node.container(pod, second).state == ContainerState::running);
  again.node.run_until(74s);
  CHECK(again.node.container(pod, second).exit_code == 2);
}

TEST_CASE("a container that was asked to end reacts when it would have, or at once if that is over") {
  Run slow;
  slow.on_term = {.exit_after = 20s, .exit_code = 5};
  const RuntimeScript script{.pods = {{.name = "web", .containers = {{.name = "app", .runs = {slow}}}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  testing::Outcome<runtime::Result<>> never;
  testing::start(node.kubelet, node.runtime.stop_container(node.kubelet, id, 30s), never);
  node.run_until(10s);
  const auto snapshot = node.runtime.snapshot("uid-web");
  Restored again{script, pod, snapshot};
  again.node.run_until(79s);
  CHECK(again.node.container(pod, id).state == ContainerState::running);
  again.node.run_until(80s);
  CHECK(again.node.container(pod, id).exit_code == 5);
  CHECK(again.node.reported.of<trace::Environment>().back().second.why == "SIGTERM");

  FakeNode late{script};
  late.run_until(10min);
  late.runtime.restore(*pod, snapshot, 60s);
  late.run_until(10min);
  CHECK(late.container(pod, id).exit_code == 5);
  CHECK(late.container(pod, id).finished_at == sim::Time{10min});
}

TEST_CASE("a process that has met with a conflict ends as one") {
  RuntimeScript script;
  script.pods = {{.name = "old", .containers = {{.name = "app", .needs = {"lock"}}}},
                 {.name = "new", .containers = {{.name = "app", .runs = {run_for(60s, 7)}, .needs = {"lock"}}}}};
  FakeNode node{script};
  node.run_until(1s);
  const auto holder = make_pod("old", {"app"});
  const auto pod = make_pod("new", {"app"});
  node.run(holder, node.sandbox(holder), "app");
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  Restored again{script, pod, node.runtime.snapshot("uid-new")};
  again.node.run_until(70s);
  CHECK(again.node.container(pod, id).exit_code == 1);
}

TEST_CASE("addresses are the next ones of the new runtime, and a pod of the host has none") {
  FakeNode node;
  node.run_until(1s);
  const auto pod = make_pod("web", {"app"});
  node.sandbox(pod);
  node.sandbox(pod, 1);
  const auto snapshot = node.runtime.snapshot("uid-web");
  CHECK(snapshot->ips_given == 2);
  FakeNode other;
  const auto neighbour = make_pod("db", {"app"});
  other.sandbox(neighbour);
  other.runtime.restore(*pod, snapshot, 60s);
  const auto seen = other.status(pod);
  REQUIRE(seen->sandboxes.size() == 2);
  CHECK(seen->sandboxes[0].ip == pod_ip(3));
  CHECK(seen->sandboxes[0].attempt == 1);
  CHECK(seen->sandboxes[0].created_at == sim::Time{61s});
  CHECK(seen->sandboxes[1].ip == pod_ip(2));
  const std::string next = other.sandbox(neighbour, 1);
  CHECK(other.status(neighbour)->sandboxes.front().ip == pod_ip(4));

  auto of_host = std::make_shared<api::Pod>(*make_pod("host", {"app"}));
  auto spec = std::make_shared<api::PodSpec>(*of_host->spec);
  spec->host_network = true;
  of_host->spec = spec;
  node.sandbox(of_host);
  other.runtime.restore(*of_host, node.runtime.snapshot("uid-host"), 60s);
  CHECK(other.status(of_host)->ips.empty());
  CHECK(other.status(of_host)->sandboxes.front().host_network);
}

TEST_CASE("a pod that another one is called after has ids of its own there, and its containers their sandboxes") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string first = node.sandbox(pod);
  const std::string second = node.sandbox(pod, 1);
  const std::string id = node.run(pod, second, "app");
  auto replica = std::make_shared<api::Pod>(*pod);
  replica->metadata.uid = "uid-replica";
  FakeNode other;
  other.runtime.restore(*replica, node.runtime.snapshot("uid-web"), 0s);
  const auto seen = other.status(replica);
  REQUIRE(seen->containers.size() == 1);
  CHECK(seen->containers[0].id == make_id("uid-replica", "app", 0, 2));
  CHECK(seen->containers[0].id != id);
  CHECK(seen->sandboxes[1].id == make_id("uid-replica", "", 0, 0));
  CHECK(seen->containers[0].sandbox_id == seen->sandboxes[0].id);
  CHECK(other.drive(other.runtime.stop_pod_sandbox(other.kubelet, seen->sandboxes[0].id)).has_value());
  CHECK(other.status(replica)->containers[0].exit_code == 137);
}

TEST_CASE("the ordinal of an id is that of its name and attempt, or none") {
  PodSnapshot snapshot;
  snapshot.uid = "uid";
  snapshot.created_in_it = 3;
  CHECK(ordinal_of(make_id("uid", "app", 1, 2), snapshot, "app", 1) == 2U);
  CHECK_FALSE(ordinal_of(make_id("uid", "app", 1, 3), snapshot, "app", 1));
  CHECK_FALSE(ordinal_of(make_id("uid", "app", 1, 2), snapshot, "app", 0));
}

TEST_CASE("what a kubelet stored with a container, and what it was given, is restored") {
  FakeNode node{{.reports_resources = true}};
  auto pod = std::make_shared<api::Pod>(*make_pod("web", {"app"}));
  auto spec = std::make_shared<api::PodSpec>(*pod->spec);
  spec->containers[0].requests = {{"cpu", "100m"}};
  spec->containers[0].limits = {{"memory", "64Mi"}};
  pod->spec = spec;
  runtime::ContainerConfig config;
  config.pod = pod;
  config.name = "app";
  config.image_id = "sha256:abc";
  config.hash = 0x77;
  config.kind = api::ContainerKind::init;
  config.stored_spec = std::make_shared<const nlohmann::json>("stored");
  config.pod_termination_grace_period_seconds = 7;
  config.pod_deletion_grace_period_seconds = 3;
  config.pre_stop = api::ExecAction{{"bye"}};
  const auto id = node.drive(node.runtime.create_container(node.kubelet, node.sandbox(pod), config));
  REQUIRE(id.has_value());
  FakeNode other;
  other.runtime.restore(*pod, node.runtime.snapshot("uid-web"), 60s);
  const auto stored = other.runtime.stored_config(*id);
  REQUIRE(stored);
  CHECK(stored->pod->spec == pod->spec);
  CHECK(stored->hash == 0x77);
  CHECK(stored->kind == api::ContainerKind::init);
  CHECK(stored->image_id == "sha256:abc");
  CHECK(stored->stored_spec == config.stored_spec);
  CHECK(stored->pre_stop == config.pre_stop);
  CHECK(stored->pod_termination_grace_period_seconds == 7);
  CHECK(stored->pod_deletion_grace_period_seconds == 3);
  const runtime::ContainerStatus seen = other.container(pod, std::string{*id});
  CHECK(seen.state == ContainerState::created);
  CHECK(seen.resources == node.container(pod, std::string{*id}).resources);
  CHECK(seen.resources.has_value());
}

TEST_CASE("a sandbox that was to die dies when it would have; one that had died by then does not die again") {
  const RuntimeScript script{.pods = {{.name = "web", .sandbox = {.dies_at = 30s}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  node.sandbox(pod);
  node.run_until(10s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  const auto state = [&pod](FakeNode& where) { return where.status(pod)->sandboxes.front().state; };
  again.node.run_until(89s);
  CHECK(state(again.node) == runtime::SandboxState::ready);
  again.node.run_until(90s);
  CHECK(state(again.node) == runtime::SandboxState::not_ready);

  node.run_until(31s);
  node.sandbox(pod, 1);
  Restored later{script, pod, node.runtime.snapshot("uid-web")};
  later.node.run_until(10min);
  CHECK(state(later.node) == runtime::SandboxState::ready);
}

TEST_CASE("an image that was pulled for the pod is there, and one whose pull is under way comes") {
  const RuntimeScript script{.images = {{.name = "late", .present = false, .pull_takes = 30s},
                                        {.name = "there", .present = false},
                                        {.name = "unasked", .present = false}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  node.sandbox(pod);
  CHECK(node.drive(node.runtime.pull_image(node.kubelet, "there", pod)).has_value());
  node.run_until(1s);
  CHECK(node.drive(node.runtime.pull_image(node.kubelet, "there", pod)).has_value());
  testing::Outcome<runtime::Result<memory::Text>> pulled;
  testing::start(node.kubelet, node.runtime.pull_image(node.kubelet, "late", pod), pulled);
  node.run_until(11s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  const auto is_there = [&again](const char* image) {
    return again.node.drive(again.node.runtime.image_status(again.node.kubelet, image))->has_value();
  };
  CHECK(is_there("there"));
  CHECK_FALSE(is_there("unasked"));
  again.node.run_until(90s);
  CHECK_FALSE(is_there("late"));
  again.node.run_until(91s);
  CHECK(is_there("late"));
}

TEST_CASE("a pod's age goes on, and that it is there is a change") {
  RuntimeScript script{.pods = {{.name = "web"}}};
  script.pods[0].exec = {{"live", {{.exit_code = 1}, {.from = 30s, .exit_code = 2}}}};
  FakeNode node{script};
  node.run_until(1s);
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(11s);
  FakeNode other{script};
  other.run_until(71s);
  const std::uint64_t before = other.runtime.observable_version();
  other.runtime.restore(*pod, node.runtime.snapshot("uid-web"), 60s);
  CHECK(other.runtime.observable_version() > before);
  const auto exit_code = [&] {
    return other.drive(other.runtime.exec_sync(other.kubelet, id, {"live"}, 1s))->exit_code;
  };
  other.run_until(91s - 1ns);
  CHECK(exit_code() == 1);
  other.run_until(91s);
  CHECK(exit_code() == 2);
}

TEST_CASE("what the dead have said is restored, too") {
  Run run = run_for(1s, 3);
  run.message = "out of luck";
  const RuntimeScript script{.pods = {{.name = "web", .containers = {{.name = "app", .runs = {run}}}}}};
  FakeNode node{script};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(2s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  CHECK(again.node.container(pod, id).message == "out of luck");
}

TEST_CASE("pulls that failed have failed, and one that is under way holds up the next") {
  const RuntimeScript script{.images = {{.name = "img", .present = false, .pull_takes = 20s, .pull_fail_first = 2}}};
  FakeNode node{script};
  node.run_until(1s);
  const auto pod = make_pod("web", {"app"});
  node.sandbox(pod);
  testing::Outcome<runtime::Result<memory::Text>> failing;
  testing::start(node.kubelet, node.runtime.pull_image(node.kubelet, "img", pod), failing);
  node.run_until(11s);
  Restored again{script, pod, node.runtime.snapshot("uid-web")};
  const auto pull = [&again, &pod] {
    return again.node.drive(again.node.runtime.pull_image(again.node.kubelet, "img", pod)).has_value();
  };
  CHECK_FALSE(pull());
  CHECK(again.node.scheduler.now() == sim::Time{101s});
  CHECK(pull());
}

}  // namespace podreel::runtime_fake
