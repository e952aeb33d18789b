// The node goes down and boots: what the runtime finds.
#include <doctest/doctest.h>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using runtime::SandboxState;
using testing::FakeNode;
using testing::make_pod;

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
  for (const auto& [time, world] : node.told.of<trace::World>()) CHECK(world.what != "container_exit");
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
