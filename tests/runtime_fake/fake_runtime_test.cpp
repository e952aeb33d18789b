// What happens to the runtime from outside.
#include <doctest/doctest.h>
#include <optional>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using runtime::SandboxState;
using testing::FakeNode;
using testing::make_pod;

namespace {

Run lasting(sim::Duration time) {
  Run run;
  run.runs_for = time;
  return run;
}

}  // namespace

TEST_CASE("a runtime in which one container of several ends by itself is going to change until it has") {
  FakeNode node{{.pods = {{.name = "short", .containers = {{.name = "app", .runs = {lasting(10s)}}}}}}};
  for (const char* name : {"long", "short", "later"}) {
    const auto pod = make_pod(name, {"app"});
    node.run(pod, node.sandbox(pod), "app");
  }
  CHECK(node.runtime.has_scripted_changes());
  node.run_until(10s);
  CHECK_FALSE(node.runtime.has_scripted_changes());
}

TEST_CASE("a container that is not started yet changes nothing by itself") {
  FakeNode node{{.pods = {{.name = "web", .containers = {{.name = "app", .runs = {lasting(10s)}}}}}}};
  const auto pod = make_pod("web", {"app"});
  node.create(pod, node.sandbox(pod), "app");
  CHECK_FALSE(node.runtime.has_scripted_changes());
}

TEST_CASE("a sandbox that is to die, a hang and a fault are changes ahead until their time has come") {
  FakeNode node{{.pods = {{.name = "web", .sandbox = {.dies_at = 10s}}},
                 .calls = {{.call = "StartContainer", .takes = 1s, .from = 20s, .until = 30s}}}};
  const auto pod = make_pod("web", {"app"});
  node.sandbox(pod);
  node.run_until(30s);
  CHECK_FALSE(node.runtime.has_scripted_changes());
  node.runtime.hang(5s);
  CHECK(node.runtime.has_scripted_changes());
  node.run_until(35s);
  CHECK_FALSE(node.runtime.has_scripted_changes());

  FakeNode young{{.pods = {{.name = "web", .sandbox = {.dies_at = 10s}}}}};
  young.sandbox(pod);
  CHECK(young.runtime.has_scripted_changes());
  young.run_until(10s);
  CHECK_FALSE(young.runtime.has_scripted_changes());
}

TEST_CASE("a container runs in the pods of a pattern while it runs, and not before or after") {
  FakeNode node;
  const auto pod = make_pod("web-1", {"app"});
  const std::string id = node.create(pod, node.sandbox(pod), "app");
  node.sandbox(make_pod("db", {"app"}));
  CHECK_FALSE(node.runtime.runs_container_in("web-*"));
  CHECK(node.drive(node.runtime.start_container(node.kubelet, id)).has_value());
  CHECK(node.runtime.runs_container_in("web-*"));
  CHECK(node.runtime.runs_container_in("default/*"));
  CHECK_FALSE(node.runtime.runs_container_in("db"));
  CHECK(node.runtime.exit_container("web-1", "app", 3));
  CHECK_FALSE(node.runtime.runs_container_in("web-*"));
}

TEST_CASE("nothing happens to what is not there, or not in that state") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  CHECK_FALSE(node.runtime.exit_container("web", "app", 1));
  CHECK_FALSE(node.runtime.kill_sandbox("web", true));
  CHECK_FALSE(node.runtime.remove_container("web", "app"));
  CHECK_FALSE(node.runtime.alter_hash("web", "app", 1));
  node.runtime.pod_created(*pod);
  CHECK_FALSE(node.runtime.kill_sandbox("web", true));
  node.create(pod, node.sandbox(pod), "app");
  CHECK_FALSE(node.runtime.exit_container("web", "app", 1));
  CHECK_FALSE(node.runtime.exit_container("web", "other", 1));
  CHECK_FALSE(node.runtime.remove_container("web", "other"));
  CHECK_FALSE(node.runtime.alter_hash("web", "other", 1));
  CHECK(node.runtime.kill_sandbox("web", true));
  CHECK_FALSE(node.runtime.kill_sandbox("web", true));
}

TEST_CASE("a sandbox that is killed leaves its containers, or takes them along") {
  for (const bool kills : {false, true}) {
    CAPTURE(kills);
    FakeNode node;
    const auto pod = make_pod("web", {"app"});
    const std::string sandbox = node.sandbox(pod);
    const std::string id = node.run(pod, sandbox, "app");
    CHECK(node.runtime.kill_sandbox("web", kills));
    CHECK(node.status(pod)->sandboxes.front().state == runtime::SandboxState::not_ready);
    CHECK(node.container(pod, id).state == (kills ? ContainerState::exited : ContainerState::running));
    CHECK(node.container(pod, id).exit_code == (kills ? 137 : 0));
    const trace::Environment reported = node.reported.of<trace::Environment>().front().second;
    CHECK(reported.what == "sandbox_died");
    CHECK(reported.sandbox == sandbox);
  }
}

TEST_CASE("what is removed or altered is told with its pod, container and number") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app", 4);
  CHECK(node.runtime.alter_hash("web", "app", 7));
  CHECK(node.runtime.exit_container("web", "app", 9, "Lost"));
  CHECK(node.container(pod, id).reason == "Lost");
  CHECK(node.runtime.remove_container("web", "app"));
  const auto reported = node.reported.of<trace::Environment>();
  REQUIRE(reported.size() == 3);
  CHECK(reported[0].second.what == "hash_altered");
  CHECK(reported[0].second.container == "app");
  CHECK(reported[0].second.attempt == 4U);
  CHECK(reported[1].second.why == "action");
  CHECK(reported[2].second.what == "container_removed");
  CHECK(reported[2].second.container == "app");
  CHECK(reported[2].second.id == id);
  CHECK(node.reported.records.back().pod == "default/web");
}

TEST_CASE("a pod's name means the youngest pod of that name, unless it has a namespace") {
  FakeNode node;
  auto other = std::make_shared<api::Pod>(*make_pod("web", {"app"}));
  other->metadata.uid = "uid-other";
  other->metadata.namespace_name = "other";
  const auto pod = make_pod("web", {"app"});
  const std::string old_id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(5s);
  const std::string new_id = node.run(other, node.sandbox(other), "app");
  CHECK(node.runtime.exit_container("web", "app", 1));
  CHECK(node.container(other, new_id).state == ContainerState::exited);
  CHECK(node.container(pod, old_id).state == ContainerState::running);
  CHECK(node.runtime.exit_container("default/web", "app", 1));
  CHECK(node.container(pod, old_id).state == ContainerState::exited);
  CHECK_FALSE(node.runtime.exit_container("third/web", "app", 1));
  CHECK(node.runtime.stored_config(new_id)->pod->metadata.namespace_name == "other");
}

TEST_CASE("of two pods of one name and age the first by UID is meant") {
  FakeNode node;
  auto other = std::make_shared<api::Pod>(*make_pod("web", {"app"}));
  other->metadata.uid = "uid-other";
  other->metadata.namespace_name = "other";
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  const std::string first = node.run(other, node.sandbox(other), "app");
  CHECK(node.runtime.exit_container("web", "app", 1));
  CHECK(node.container(other, first).state == ContainerState::exited);
  CHECK(node.container(pod, id).state == ContainerState::running);
}

TEST_CASE("a pod that the world has forgotten begins anew once nothing is left of it") {
  FakeNode node{{.pods = {{.name = "web",
                           .sandbox = {.dies_at = 60s},
                           .containers = {{.name = "app", .runs = {lasting(1s), lasting(2s)}}}}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  node.run(pod, sandbox, "app");
  node.runtime.pod_removed("uid-web");
  node.runtime.pod_removed("uid-unknown");
  CHECK(node.runtime.kill_sandbox("web", true));
  CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, sandbox)).has_value());
  CHECK_FALSE(node.runtime.kill_sandbox("web", true));
  node.run_until(30s);
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  node.run_until(31s);
  CHECK(node.container(pod, id).state == ContainerState::exited);
  // The age of the new one counts from its own beginning.
  node.run_until(89s);
  CHECK(node.status(pod)->sandboxes.front().state == runtime::SandboxState::ready);
  node.run_until(90s);
  CHECK(node.status(pod)->sandboxes.front().state == runtime::SandboxState::not_ready);
}

TEST_CASE("the sandbox of a pod that the world has forgotten does not die at its age any more") {
  FakeNode node{{.pods = {{.name = "web", .sandbox = {.dies_at = 60s}}}}};
  const auto pod = make_pod("web", {"app"});
  node.sandbox(pod);
  node.runtime.pod_removed("uid-web");
  node.run_until(61s);
  CHECK(node.status(pod)->sandboxes.front().state == runtime::SandboxState::ready);
}

TEST_CASE("what the runtime says of itself is told, and heard where relists change with it") {
  FakeNode node;
  const std::uint64_t before = node.runtime.observable_version();
  node.runtime.set_status({.runtime_is_ready = false, .message = {}});
  const trace::Environment reported = node.reported.of<trace::Environment>().front().second;
  CHECK(reported.what == "runtime_status");
  CHECK(reported.why == "RuntimeReady=false NetworkReady=true");
  const std::uint64_t unready = node.runtime.observable_version();
  CHECK(unready > before);
  node.runtime.set_status({.network_is_ready = false, .message = {}});
  CHECK(node.runtime.observable_version() == unready);
  node.runtime.set_status({});
  CHECK(node.runtime.observable_version() > unready);
}

TEST_CASE("rewriting hashes says whether any is another now") {
  FakeNode node;
  const auto pod = make_pod("web", {"x"});
  node.run(pod, node.sandbox(pod), "x");
  const auto to = [](std::uint64_t hash) {
    return [hash](const runtime::ContainerConfig& /*stored*/) { return std::optional{hash}; };
  };
  CHECK_FALSE(node.runtime.rewrite_hashes(to(0xabc)));
  CHECK(node.reported.of<trace::Environment>().empty());
  CHECK(node.runtime.rewrite_hashes(to(0xdef)));
  CHECK_FALSE(node.runtime.rewrite_hashes([](const auto& /*stored*/) { return std::optional<std::uint64_t>{}; }));
}

TEST_CASE("after a boot nothing runs, and what ran has ended as containerd says of what it has not seen end") {
  FakeNode node;
  const auto pod = make_pod("web", {"app", "done", "made"});
  const std::string sandbox = node.sandbox(pod);
  const std::string app = node.run(pod, sandbox, "app");
  const std::string done = node.run(pod, sandbox, "done");
  const std::string made = node.create(pod, sandbox, "made");
  CHECK(node.runtime.exit_container("web", "done", 3));
  node.run_until(10s);
  node.runtime.go_down();
  node.run_until(40s);
  node.runtime.boot();
  const runtime::ContainerStatus ended = node.container(pod, app);
  CHECK(ended.state == ContainerState::exited);
  CHECK(ended.exit_code == 255);
  CHECK(ended.reason == "Unknown");
  CHECK(ended.finished_at == sim::Time{40s});
  CHECK(node.container(pod, done).exit_code == 3);
  CHECK(node.container(pod, made).state == ContainerState::created);
  CHECK(node.status(pod)->sandboxes.front().state == SandboxState::not_ready);
}

TEST_CASE("a call that is under way when the node goes down is never done") {
  FakeNode node{{.calls = {{.call = "StartContainer", .takes = 5s}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string app = node.create(pod, node.sandbox(pod), "app");
  sim::spawn(node.kubelet, [](FakeNode& on, std::string id) -> sim::Task<> {
    static_cast<void>(co_await on.runtime.start_container(on.kubelet, memory::Text{id}));
  }(node, app));
  node.run_until(2s);
  node.kubelet.end();
  node.runtime.go_down();
  node.runtime.boot();
  node.run_until(20s);
  for (const auto& [time, world] : node.reported.of<trace::Environment>()) CHECK(world.what != "container_exit");
  CHECK_FALSE(node.runtime.runs_container_in("*"));
}

TEST_CASE("a runtime that hung does not hang any more") {
  FakeNode node;
  node.runtime.hang(1h);
  node.runtime.go_down();
  node.runtime.boot();
  CHECK_FALSE(node.runtime.has_scripted_changes());
}

}  // namespace podreel::runtime_fake
