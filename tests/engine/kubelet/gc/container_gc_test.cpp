#include "engine/kubelet/gc/container_gc.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "engine/release/behaviour.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

class NoEvents final : public sync::EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view /*field_path*/, sync::EventType /*type*/,
              std::string_view /*reason*/, std::string /*message*/) override {}
};

class PodStates final : public sync::PodStateProvider {
 public:
  bool are_over = false;

  [[nodiscard]] bool is_termination_requested(const memory::Text& /*uid*/) const override { return are_over; }
  [[nodiscard]] bool should_content_be_removed(const memory::Text& /*uid*/) const override { return are_over; }
};

/// Calls of this kind fail, of this pod if one is named.
runtime_fake::RuntimeScript failing(std::string call, std::string pod = "") {
  runtime_fake::RuntimeScript script;
  script.calls = {{.call = std::move(call), .pod = std::move(pod), .fail_first = runtime_fake::CallFault::all}};
  return script;
}

/// The pod "web" with a sandbox that is up.
struct Collection {
  explicit Collection(runtime_fake::RuntimeScript script = {}) : node{std::move(script)} { add_sources(); }

  testing::FakeNode node;
  release::Behaviour behaviour = release::behaviour_of(release::parse_release("1.30").value());
  NoEvents events;
  PodStates pod_states;
  sync::ContainerLogs logs;
  SourcesReady sources;
  sync::SyncDependencies environment{node.kubelet, node.timing, node.runtime, behaviour, events, node.recorder};
  sync::ContainerLogManager log_manager{environment, logs};
  ContainerGc gc{environment, pod_states, log_manager, sources};
  api::PodPtr pod = testing::make_pod("web", {"app"});
  std::string sandbox = node.sandbox(pod);

  void add_sources() {
    sources.add(PodSource::api);
    sources.add(PodSource::file);
  }
  std::string add_exited(std::uint32_t attempt) {
    std::string id = node.run(pod, sandbox, "app", attempt);
    REQUIRE(node.drive(node.runtime.stop_container(node.kubelet, id, 0s)).has_value());
    node.run_until(node.scheduler.now() - sim::Time{} + 1s);
    return id;
  }
  std::string add_created(std::uint32_t attempt) { return node.create(pod, sandbox, "app", attempt); }
  void stop(const std::string& id) { REQUIRE(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, id)).has_value()); }
  bool collect() {
    return node.drive(gc.collect([](const memory::Text&) { return false; }));
  }
  /// Of another pod a container that has ended, and is not the newest.
  void add_dead_elsewhere(const std::string& name) {
    const api::PodPtr other = testing::make_pod(name, {"app"});
    const std::string place = node.sandbox(other);
    for (const std::uint32_t attempt : {0U, 1U}) {
      const std::string id = node.run(other, place, "app", attempt);
      REQUIRE(node.drive(node.runtime.stop_container(node.kubelet, id, 0s)).has_value());
      node.run_until(node.scheduler.now() - sim::Time{} + 1s);
    }
  }
  /// Ids of the pod's sandboxes, the newest first.
  std::string sandboxes() {
    const runtime::PodStatusPtr status = node.status(pod);
    std::string ids;
    for (const runtime::SandboxStatus& seen : status->sandboxes) ids += std::string{seen.id} + " ";
    return ids;
  }
  /// Ids of the pod's containers after a collection, the newest first.
  std::string left() {
    CHECK(node.drive(gc.collect([](const memory::Text&) { return false; })));
    const runtime::PodStatusPtr status = node.status(pod);
    std::string ids;
    for (const runtime::ContainerStatus& container : status->containers) {
      ids += std::string{container.id} + " ";
    }
    return ids;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Collection, "of a pod that is wanted the newest dead instance stays") {
  add_exited(0);
  const std::string newest = add_exited(1);
  CHECK(left() == newest + " ");
}

TEST_CASE_FIXTURE(Collection, "a container that was never started is the newest dead one, and takes its place") {
  add_exited(0);
  const std::string created = add_created(1);
  CHECK(left() == created + " ");
}

TEST_CASE_FIXTURE(Collection, "nothing is left of a deleted pod but what runs, once the sources are ready") {
  add_exited(0);
  const std::string created = add_created(1);
  const std::string running = node.run(pod, sandbox, "app", 2);
  pod_states.are_over = true;
  sources = {};
  CHECK(left() == running + " " + created + " ");
  add_sources();
  CHECK(left() == running + " ");
}

TEST_CASE_FIXTURE(Collection, "of a pod that is wanted the newest sandbox stays, though it is down, and what is up") {
  stop(sandbox);
  const std::string up = node.sandbox(pod, 1);
  const std::string newest = node.sandbox(pod, 2);
  stop(newest);
  CHECK(collect());
  CHECK(sandboxes() == newest + " " + up + " ");
  pod_states.are_over = true;
  CHECK(collect());
  CHECK(sandboxes() == up + " ");
}

TEST_CASE_FIXTURE(Collection, "a sandbox with a container that stays, stays as well, and goes with it") {
  const std::string first = add_exited(0);
  stop(sandbox);
  const std::string newest = node.sandbox(pod, 1);
  CHECK(collect());
  CHECK(sandboxes() == newest + " " + sandbox + " ");
  const std::string second = node.run(pod, newest, "app", 1);
  REQUIRE(node.drive(node.runtime.stop_container(node.kubelet, second, 0s)).has_value());
  CHECK(left() == second + " ");
  CHECK(sandboxes() == newest + " ");
}

TEST_CASE("a collection that fails somewhere is not done, and goes on with the others") {
  Collection listing{failing("ListPodSandbox")};
  CHECK_FALSE(listing.collect());

  Collection removing{failing("RemoveContainer", "other")};
  removing.add_dead_elsewhere("other");
  removing.add_exited(0);
  const std::string newest = removing.add_exited(1);
  removing.add_dead_elsewhere("zebra");
  CHECK_FALSE(removing.collect());
  const runtime::PodStatusPtr status = removing.node.status(removing.pod);
  REQUIRE(status->containers.size() == 1);
  CHECK(status->containers.front().id == newest);
}

TEST_CASE("a sandbox that cannot be stopped is not removed, and one that cannot be removed stays") {
  for (const char* call : {"StopPodSandbox", "RemovePodSandbox"}) {
    Collection collection{failing(call)};
    REQUIRE(collection.node.runtime.kill_sandbox("web", true));
    const std::string newest = collection.node.sandbox(collection.pod, 1);
    CHECK_FALSE(collection.collect());
    CHECK(collection.sandboxes() == newest + " " + collection.sandbox + " ");
  }
}

TEST_CASE_FIXTURE(Collection, "logs go with the containers that are removed, and with the pods that are over") {
  add_exited(0);
  add_exited(1);
  logs.write(pod->metadata.uid, "app", 0);
  logs.write("gone", "app", 0);
  CHECK(collect());
  CHECK(logs.of(pod->metadata.uid).empty());
  CHECK_FALSE(logs.of("gone").empty());
  pod_states.are_over = true;
  CHECK(collect());
  CHECK(logs.of("gone").empty());
}

}  // namespace podreel::kubelet
