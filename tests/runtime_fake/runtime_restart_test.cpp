// The runtime's own process ends and starts again.
#include <doctest/doctest.h>
#include <optional>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using runtime::SandboxState;
using testing::FakeNode;
using testing::make_pod;

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
  sim::spawn(node.kubelet, [](FakeNode& on, std::string id, std::optional<std::string>& told) -> sim::Task<> {
    const auto started = co_await on.runtime.start_container(on.kubelet, memory::Text{id});
    if (started.has_error()) told = started.error().message;
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
