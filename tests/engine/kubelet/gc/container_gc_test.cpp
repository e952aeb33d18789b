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

  [[nodiscard]] bool is_termination_requested(const api::Text& /*uid*/) const override { return are_over; }
  [[nodiscard]] bool should_content_be_removed(const api::Text& /*uid*/) const override { return are_over; }
};

/// The pod "web" with a sandbox that is up.
struct Collection {
  testing::FakeNode node;
  release::Behaviour behaviour = release::behaviour_of(release::parse_release("1.30").value());
  NoEvents events;
  PodStates pod_states;
  sync::ContainerLogs logs;
  bool sources_are_ready = true;
  ContainerGc gc{{node.kubelet, node.timing, node.runtime, behaviour, events, node.recorder}, pod_states, logs, [this] {
                   return sources_are_ready;
                 }};
  api::PodPtr pod = testing::make_pod("web", {"app"});
  std::string sandbox = node.sandbox(pod);

  std::string add_exited(std::uint32_t attempt) {
    std::string id = node.run(pod, sandbox, "app", attempt);
    REQUIRE(node.drive(node.runtime.stop_container(node.kubelet, id, 0s)).has_value());
    node.run_until(node.scheduler.now() - sim::Time{} + 1s);
    return id;
  }
  std::string add_created(std::uint32_t attempt) { return node.create(pod, sandbox, "app", attempt); }
  /// Ids of the pod's containers after a collection, the newest first.
  std::string left() {
    CHECK(node.drive(gc.collect()));
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
  sources_are_ready = false;
  CHECK(left() == running + " " + created + " ");
  sources_are_ready = true;
  CHECK(left() == running + " ");
}

}  // namespace podreel::kubelet
