// What a relist sees, and when there is something new to see.
#include <doctest/doctest.h>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using testing::FakeNode;
using testing::make_pod;

TEST_CASE("pods are listed in the order of their UIDs; those without anything are not") {
  FakeNode node;
  const auto b = make_pod("b", {"x"});
  const auto a = make_pod("a", {"x"});
  node.runtime.pod_created(*make_pod("c", {"x"}));
  node.run(b, node.sandbox(b), "x");
  node.sandbox(a);
  const auto pods = node.drive(node.runtime.get_pods(node.kubelet, true));
  REQUIRE(pods->size() == 2);
  CHECK((*pods)[0].uid == "uid-a");
  CHECK((*pods)[1].uid == "uid-b");
  CHECK((*pods)[1].namespace_name == "default");
  CHECK((*pods)[1].name == "b");
  REQUIRE((*pods)[1].containers.size() == 1);
  CHECK((*pods)[1].containers[0].state == ContainerState::running);
  CHECK((*pods)[1].containers[0].pod_uid == "uid-b");
}

TEST_CASE("a listing of what runs leaves out the dead") {
  FakeNode node;
  const auto pod = make_pod("web", {"x"});
  const std::string sandbox = node.sandbox(pod);
  node.run(pod, sandbox, "x");
  CHECK(node.runtime.exit_container("web", "x", 0));
  CHECK(node.drive(node.runtime.get_pods(node.kubelet, false))->at(0).containers.empty());
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
  CHECK(node.drive(node.runtime.get_pods(node.kubelet, false))->empty());
  CHECK(node.drive(node.runtime.get_pods(node.kubelet, true))->size() == 1);
}

TEST_CASE("the version grows, and listeners hear, exactly when a relist could see something new") {
  FakeNode node;
  int received = 0;
  node.runtime.on_observable_change([&received](const memory::Text& /*pod_uid*/) { ++received; });
  const auto pod = make_pod("web", {"x"});
  const auto grows = [&](auto action) {
    const std::uint64_t before = node.runtime.observable_version();
    const int received_before = received;
    action();
    CHECK((received > received_before) == (node.runtime.observable_version() > before));
    return node.runtime.observable_version() > before;
  };
  std::string sandbox;
  std::string id;
  CHECK_FALSE(grows([&] { node.runtime.pod_created(*pod); }));
  CHECK(grows([&] { sandbox = node.sandbox(pod); }));
  CHECK(grows([&] { id = node.create(pod, sandbox, "x"); }));
  CHECK(grows([&] { CHECK(node.drive(node.runtime.start_container(node.kubelet, id)).has_value()); }));
  CHECK_FALSE(grows([&] { CHECK(node.runtime.alter_hash("web", "x", 0xdead)); }));
  CHECK_FALSE(grows([&] { (void)node.status(pod); }));
  CHECK_FALSE(grows([&] { node.run_until(1h); }));
  CHECK(grows([&] { CHECK(node.runtime.exit_container("web", "x", 0)); }));
  CHECK(grows([&] { CHECK(node.runtime.remove_container("web", "x")); }));
  CHECK(grows([&] { CHECK(node.runtime.kill_sandbox("web", true)); }));
  CHECK_FALSE(grows([&] { CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value()); }));
  CHECK(grows([&] { CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, sandbox)).has_value()); }));
}

TEST_CASE("only what changed is listed when asked for changes, the vanished with nothing in them") {
  FakeNode node;
  const auto a = make_pod("a", {"x"});
  const auto b = make_pod("b", {"x"});
  const std::string sandbox_a = node.sandbox(a);
  const std::uint64_t first = node.runtime.observable_version();
  node.run(b, node.sandbox(b), "x");
  auto changed = node.runtime.pods_changed_since(first);
  REQUIRE(changed);
  REQUIRE(changed->size() == 1);
  CHECK(changed->at(0).uid == "uid-b");
  CHECK(changed->at(0).containers.size() == 1);
  const std::uint64_t second = node.runtime.observable_version();
  node.runtime.pod_removed("uid-a");
  CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, sandbox_a)).has_value());
  changed = node.runtime.pods_changed_since(second);
  REQUIRE(changed->size() == 1);
  CHECK(changed->at(0).uid == "uid-a");
  CHECK(changed->at(0).sandboxes.empty());
  CHECK(node.runtime.pods_changed_since(node.runtime.observable_version())->empty());
}

TEST_CASE("stored hashes are altered and rewritten, and only changes are told") {
  FakeNode node;
  const auto pod = make_pod("web", {"x", "y"});
  const std::string sandbox = node.sandbox(pod);
  node.run(pod, sandbox, "x", 3);
  node.run(pod, sandbox, "y");
  CHECK(node.runtime.alter_hash("default/web", "x", 0xdeadbeef));
  CHECK_FALSE(node.runtime.alter_hash("other/web", "x", 1));
  CHECK(node.status(pod)->find("x")->hash == 0xdeadbeef);
  node.runtime.rewrite_hashes([](const runtime::ContainerConfig& stored) -> std::optional<std::uint64_t> {
    if (stored.name == "y") return stored.hash;
    return 0x1;
  });
  CHECK(node.status(pod)->find("x")->hash == 1);
  CHECK(node.status(pod)->find("y")->hash == 0xabc);
  const auto reported = node.reported.of<trace::Environment>();
  REQUIRE(reported.size() == 2);
  CHECK(reported.front().second.container == "x");
  CHECK(reported.front().second.attempt == 3U);
}

TEST_CASE("removing a container takes its newest instance, unless that runs") {
  FakeNode node;
  const auto pod = make_pod("web", {"x"});
  const std::string sandbox = node.sandbox(pod);
  const std::string first = node.run(pod, sandbox, "x");
  CHECK_FALSE(node.runtime.remove_container("web", "x"));
  CHECK(node.runtime.exit_container("web", "x", 0));
  node.run(pod, sandbox, "x", 1);
  CHECK_FALSE(node.runtime.remove_container("web", "x"));
  CHECK(node.runtime.exit_container("web", "x", 0));
  CHECK(node.runtime.remove_container("web", "x"));
  REQUIRE(node.status(pod)->containers.size() == 1);
  CHECK(node.status(pod)->containers[0].id == first);
}

TEST_CASE("a pod's status is read container by container: each has its own faults") {
  FakeNode node{{.calls = {{.call = "ContainerStatus", .pod = "web", .container = "y", .fail_first = 2},
                           {.call = "ContainerStatus", .takes = 1s}}}};
  const auto pod = make_pod("web", {"x", "y"});
  const std::string sandbox = node.sandbox(pod);
  node.run(pod, sandbox, "x");
  const auto read = [&] { return node.drive(node.runtime.get_pod_status(node.kubelet, "uid-web")).has_value(); };
  CHECK(read());
  CHECK(node.kubelet.now() == sim::Time{1s});
  const std::string id = node.run(pod, sandbox, "y");
  CHECK_FALSE(read());
  CHECK(node.drive(node.runtime.container_status(node.kubelet, id)).has_error());
  CHECK(read());
  CHECK(node.kubelet.now() == sim::Time{2s});
}

TEST_CASE("a pod's status is read sandbox by sandbox") {
  FakeNode node{{.calls = {{.call = "PodSandboxStatus", .takes = 1s}}}};
  const auto pod = make_pod("web", {"x"});
  node.sandbox(pod);
  node.sandbox(pod, 1);
  (void)node.status(pod);
  CHECK(node.kubelet.now() == sim::Time{2s});
}

TEST_CASE("a slow listing makes relists something that has to be executed") {
  FakeNode node{{{}, {}, {{.call = "ListPodSandbox", .takes = 5s}}}};
  CHECK_FALSE(node.runtime.relist_is_instant());
  CHECK(node.drive(node.runtime.get_pods(node.kubelet, true)).has_value());
  CHECK(node.scheduler.now() == sim::Time{5s});
}

TEST_CASE("a listing has each sandbox's state, and what is asked for by UID is there or has nothing") {
  FakeNode node;
  const auto pod = make_pod("web", {"x"});
  node.sandbox(pod);
  CHECK(node.runtime.kill_sandbox("web", true));
  const std::string ready = node.sandbox(pod, 1);
  node.create(pod, ready, "x");
  const auto all = node.drive(node.runtime.get_pods(node.kubelet, true));
  REQUIRE(all->at(0).sandboxes.size() == 2);
  CHECK(all->at(0).sandboxes[0].state == runtime::SandboxState::not_ready);
  CHECK(all->at(0).sandboxes[1].state == runtime::SandboxState::ready);
  CHECK(all->at(0).containers.size() == 1);
  CHECK(node.drive(node.runtime.get_pods(node.kubelet, false))->at(0).containers.empty());
  CHECK(node.drive(node.runtime.get_pod(node.kubelet, "uid-web"))->sandboxes.size() == 2);
  const auto unknown = node.drive(node.runtime.get_pod(node.kubelet, "uid-other"));
  CHECK(unknown->uid == "uid-other");
  CHECK(unknown->sandboxes.empty());
}

TEST_CASE("a listing asks for sandboxes and then for containers, and fails with either") {
  for (const char* call : {"ListPodSandbox", "ListContainers"}) {
    CAPTURE(std::string{call});
    FakeNode node{{.calls = {{.call = call, .fail_first = CallFault::all, .error = call}}}};
    const std::string error = "rpc error: code = Unknown desc = " + std::string{call};
    CHECK(node.drive(node.runtime.get_pods(node.kubelet, true)).error().message == error);
    CHECK(node.drive(node.runtime.get_pod(node.kubelet, "uid-web")).error().message == error);
  }
  FakeNode both{{.calls = {{.call = "ListPodSandbox", .takes = 1s}, {.call = "ListContainers", .takes = 2s}}}};
  CHECK(both.drive(both.runtime.get_pods(both.kubelet, true)).has_value());
  CHECK(both.drive(both.runtime.get_pod(both.kubelet, "uid-web")).has_value());
  CHECK(both.kubelet.now() == sim::Time{6s});
}

TEST_CASE("a pod's status says whose it is and when it was looked at") {
  FakeNode node;
  const auto pod = make_pod("web", {"x"});
  CHECK(node.status(pod)->uid == "uid-web");
  CHECK(node.status(pod)->name.empty());
  node.sandbox(pod);
  node.run_until(5s);
  const auto seen = node.status(pod);
  CHECK(seen->name == "web");
  CHECK(seen->namespace_name == "default");
  CHECK(seen->observed_at == sim::Time{5s});
}

TEST_CASE("what changed and what went are listed together, by UID") {
  FakeNode node;
  const std::string gone = node.sandbox(make_pod("b", {"x"}));
  const std::uint64_t before = node.runtime.observable_version();
  node.sandbox(make_pod("c", {"x"}));
  node.runtime.pod_removed("uid-b");
  CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, gone)).has_value());
  node.sandbox(make_pod("a", {"x"}));
  std::string uids;
  const auto changed = node.runtime.pods_changed_since(before);
  REQUIRE(changed);
  for (const runtime::RunningPod& pod : *changed) uids += std::string{pod.uid} + " ";
  CHECK(uids == "uid-a uid-b uid-c ");
}

}  // namespace podreel::runtime_fake
