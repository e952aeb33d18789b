// Sandboxes: they hold containers, have an address, die.
#include <doctest/doctest.h>

#include "runtime_fake/identifiers.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using runtime::SandboxState;
using testing::FakeNode;
using testing::make_pod;

TEST_CASE("stopping a sandbox kills what runs in it and makes it not ready") {
  FakeNode node;
  const auto pod = make_pod("web", {"a", "b"});
  const std::string sandbox = node.sandbox(pod);
  const std::string a = node.run(pod, sandbox, "a");
  const std::string b = node.create(pod, sandbox, "b");
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
  CHECK(node.container(pod, a).exit_code == 137);
  CHECK(node.container(pod, a).state == ContainerState::exited);
  CHECK(node.container(pod, b).state == ContainerState::created);
  CHECK(node.status(pod)->sandboxes[0].state == SandboxState::not_ready);
  CHECK(node.reported.of<trace::Environment>().back().second.why == "StopPodSandbox");
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
}

TEST_CASE("removing a sandbox removes its containers and no others") {
  FakeNode node;
  const auto pod = make_pod("web", {"a"});
  const std::string first = node.sandbox(pod);
  node.run(pod, first, "a");
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, first)).has_value());
  const std::string second = node.sandbox(pod, 1);
  const std::string kept = node.run(pod, second, "a", 1);
  CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, first)).has_value());
  const auto seen = node.status(pod);
  REQUIRE(seen->sandboxes.size() == 1);
  CHECK(seen->sandboxes[0].id == second);
  REQUIRE(seen->containers.size() == 1);
  CHECK(seen->containers[0].id == kept);
}

TEST_CASE("lists are newest first, and the pod's address is that of the newest sandbox while it is ready") {
  FakeNode node;
  const auto pod = make_pod("web", {"a"});
  const std::string first = node.sandbox(pod);
  CHECK(node.status(pod)->ips == api::IpList{"10.88.0.2"});
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, first)).has_value());
  CHECK(node.status(pod)->ips.empty());
  const std::string second = node.sandbox(pod, 1);
  const auto seen = node.status(pod);
  CHECK(seen->sandboxes[0].id == second);
  CHECK(seen->sandboxes[0].attempt == 1);
  CHECK(seen->sandboxes[1].id == first);
  CHECK(seen->ips == api::IpList{"10.88.0.3"});
}

TEST_CASE("a pod on the host's network has no address of its own") {
  FakeNode node;
  auto spec = std::make_shared<api::PodSpec>();
  spec->host_network = true;
  auto pod = std::make_shared<api::Pod>(*make_pod("web", {}));
  pod->spec = spec;
  node.sandbox(pod);
  CHECK(node.status(pod)->ips.empty());
  CHECK(node.status(pod)->sandboxes[0].host_network);
  CHECK(node.status(pod)->sandboxes[0].ip == "");
}

TEST_CASE("a sandbox dies at a given age of the pod, with or without its containers") {
  for (const bool kills : {true, false}) {
    FakeNode node{{{}, {{.name = "w*", .sandbox = {40s, kills}}}, {}}};
    const auto pod = make_pod("web", {"a"});
    node.run_until(5s);
    node.runtime.pod_created(*pod);
    node.run_until(7s);
    const std::string a = node.run(pod, node.sandbox(pod), "a");
    node.run_until(44s);
    CHECK(node.status(pod)->sandboxes[0].state == SandboxState::ready);
    node.run_until(45s);
    CHECK(node.status(pod)->sandboxes[0].state == SandboxState::not_ready);
    CHECK(node.container(pod, a).state == (kills ? ContainerState::exited : ContainerState::running));
    const auto world = node.reported.of<trace::Environment>();
    REQUIRE(world.size() == (kills ? 2 : 1));
    CHECK(world[0].second.what == "sandbox_died");
    if (kills) CHECK(world[1].second.why == "sandbox_died");
  }
}

TEST_CASE("a container cannot be made or started in a sandbox that is not ready") {
  FakeNode node;
  const auto pod = make_pod("web", {"a"});
  const std::string sandbox = node.sandbox(pod);
  const std::string made = node.create(pod, sandbox, "a");
  CHECK(node.runtime.kill_sandbox("default/web", true));
  CHECK_FALSE(node.runtime.kill_sandbox("default/web", true));
  runtime::ContainerConfig config;
  config.pod = pod;
  config.name = "a";
  CHECK(node.drive(node.runtime.create_container(node.kubelet, sandbox, config)).has_error());
  CHECK(node.drive(node.runtime.create_container(node.kubelet, "12345678", config)).has_error());
  CHECK(node.drive(node.runtime.start_container(node.kubelet, made)).has_error());
}

TEST_CASE("addresses do not repeat for half a million sandboxes and are never a network's or a broadcast's") {
  CHECK(pod_ip(1) == "10.88.0.2");
  CHECK(pod_ip(253) == "10.88.0.254");
  CHECK(pod_ip(254) == "10.88.1.1");
  CHECK(pod_ip(254 * 256) == "10.89.0.1");
  CHECK(pod_ip(254 * 2048 - 1) == "10.95.255.254");
  CHECK(pod_ip(254 * 2048) == "10.88.0.1");
}

TEST_CASE("ids are eight hex digits that depend on the scenario alone") {
  const memory::Text id = make_id("uid", "app", 0, 1);
  CHECK(id == make_id("uid", "app", 0, 1));
  CHECK(id.size() == 8);
  CHECK(id.view().find_first_not_of("0123456789abcdef") == std::string_view::npos);
  CHECK(make_id("uid", "app", 0, 1) != make_id("uid", "app", 1, 1));
  CHECK(make_id("uid", "app", 0, 1) != make_id("uid", "app", 0, 2));
  CHECK(make_id("uid", "app", 0, 1) != make_id("uid2", "app", 0, 1));
}

TEST_CASE("the id of an image is a digest that depends on its name alone") {
  const std::string id = image_id("app:1");
  CHECK(id == image_id("app:1"));
  CHECK(id != image_id("app:2"));
  REQUIRE(id.size() == 7 + 64);
  CHECK(id.starts_with("sha256:"));
  CHECK(id.find_first_not_of("0123456789abcdef", 7) == std::string::npos);
  CHECK(id.substr(7, 16) != id.substr(7 + 16, 16));
}

TEST_CASE("stopping an empty sandbox is a change, and removing one that runs something kills that first") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string sandbox = node.sandbox(pod);
  const std::uint64_t before = node.runtime.observable_version();
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
  CHECK(node.runtime.observable_version() > before);
  const std::string again = node.sandbox(pod, 1);
  node.run(pod, again, "app");
  CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, again)).has_value());
  CHECK(node.reported.of<trace::Environment>().back().second.what == "container_exit");
  CHECK(node.reported.of<trace::Environment>().back().second.why == "RemovePodSandbox");
}

}  // namespace podreel::runtime_fake
