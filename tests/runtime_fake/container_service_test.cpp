// Calls about containers that are not there, or not in the state for them, and about what they are given.
#include <doctest/doctest.h>

#include "engine/api/linux_resources.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using testing::FakeNode;
using testing::make_pod;

TEST_CASE("a container in a state that forbids it cannot be started, and the error names the state") {
  FakeNode node;
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  const auto error = [&] { return node.drive(node.runtime.start_container(node.kubelet, id)).error().message; };
  CHECK(error() == "rpc error: code = Unknown desc = container \"" + id + "\" is in CONTAINER_RUNNING state");
  CHECK(node.runtime.exit_container("web", "app", 0));
  CHECK(error() == "rpc error: code = Unknown desc = container \"" + id + "\" is in CONTAINER_EXITED state");
  CHECK(cri_name(ContainerState::created) == "CONTAINER_CREATED");
  CHECK(cri_name(ContainerState::unknown) == "CONTAINER_UNKNOWN");
}

TEST_CASE("what is not there cannot be started or looked into, and is stopped and removed already") {
  FakeNode node;
  const std::string gone = "rpc error: code = NotFound desc = container not found";
  CHECK(node.drive(node.runtime.start_container(node.kubelet, "ffffffff")).error().message == gone);
  CHECK(node.drive(node.runtime.exec_sync(node.kubelet, "ffffffff", {"live"}, 1s)).error().message == gone);
  CHECK(node.drive(node.runtime.update_container_resources(node.kubelet, "ffffffff", {})).error().message == gone);
  CHECK(node.drive(node.runtime.update_pod_sandbox_resources(node.kubelet, "ffffffff", {})).error().message ==
        "rpc error: code = NotFound desc = sandbox not found");
  CHECK(node.drive(node.runtime.pod_sandbox_status(node.kubelet, "ffffffff")).has_error());
  CHECK(node.drive(node.runtime.stop_container(node.kubelet, "ffffffff", 5s)).has_value());
  CHECK(node.drive(node.runtime.remove_container(node.kubelet, "ffffffff")).has_value());
  CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, "ffffffff")).has_value());
  CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, "ffffffff")).has_value());
  CHECK(node.drive(node.runtime.container_status(node.kubelet, "ffffffff")).has_value());
}

TEST_CASE("a container that goes while its call is under way is not there when the call acts") {
  for (const char* op : {"StartContainer", "ExecSync", "UpdateContainerResources"}) {
    CAPTURE(std::string{op});
    FakeNode node{{.calls = {{.call = op, .takes = 10s}}}};
    const auto pod = make_pod("web", {"app"});
    const std::string sandbox = node.sandbox(pod);
    const std::string id = node.create(pod, sandbox, "app");
    testing::Outcome<runtime::Result<>> done;
    testing::Outcome<runtime::Result<runtime::ExecResult>> executed;
    const std::string_view name{op};
    if (name == "StartContainer") testing::start(node.kubelet, node.runtime.start_container(node.kubelet, id), done);
    if (name == "ExecSync") testing::start(node.kubelet, node.runtime.exec_sync(node.kubelet, id, {"x"}, 0s), executed);
    if (name == "UpdateContainerResources") {
      testing::start(node.kubelet, node.runtime.update_container_resources(node.kubelet, id, {}), done);
    }
    CHECK(node.drive(node.runtime.remove_pod_sandbox(node.kubelet, sandbox)).has_value());
    node.run_until(11s);
    CHECK((done ? done->has_error() : executed && executed->has_error()));
  }
}

TEST_CASE("what a container is given by a resize is said of it, and what runs in it uses memory") {
  Run hungry;
  hungry.memory_in_use = 500;
  RuntimeScript script;
  script.pods = {{.name = "web", .containers = {{"app", {hungry}}}}};
  script.memory_in_use = 30;
  FakeNode node{std::move(script)};
  const auto pod = make_pod("web", {"app", "aux"});
  const std::string sandbox = node.sandbox(pod);
  const std::string id = node.run(pod, sandbox, "app");
  node.run(pod, sandbox, "aux");
  CHECK_FALSE(node.container(pod, id).resources);
  api::LinuxResources resources{.cpu_shares = 512, .cpu_quota = 0, .memory = 4096};
  CHECK(node.drive(node.runtime.update_container_resources(node.kubelet, id, resources)).has_value());
  CHECK(node.container(pod, id).resources == api::requests_and_limits(resources));
  const auto call = node.reported.of<trace::RuntimeCall>().back().second;
  CHECK(call.op == "UpdateContainerResources");
  CHECK(call.container == "app");
  CHECK(call.cpu_shares == 512);
  CHECK_FALSE(call.cpu_quota);
  CHECK(call.memory == 4096);
  CHECK(node.drive(node.runtime.update_pod_sandbox_resources(node.kubelet, sandbox, resources)).has_value());
  CHECK(node.reported.of<trace::RuntimeCall>().back().second.sandbox == sandbox);
  CHECK(node.reported.of<trace::RuntimeCall>().back().second.memory == 4096);
  resources.cpu_quota = 50'000;
  CHECK(node.drive(node.runtime.update_container_resources(node.kubelet, id, resources)).has_value());
  CHECK(node.reported.of<trace::RuntimeCall>().back().second.cpu_quota == 50'000);
  const runtime::MemoryUsage usage = node.runtime.memory_usage("uid-web");
  CHECK(usage.containers.at("app") == 500);
  CHECK(usage.containers.at("aux") == 30);
  CHECK(usage.pod == 530);
  CHECK(node.runtime.exit_container("web", "app", 0));
  CHECK(node.runtime.memory_usage("uid-web").pod == 30);
  CHECK_FALSE(node.runtime.memory_usage("uid-web").containers.contains("app"));
  CHECK(node.runtime.memory_usage("uid-other").pod == 0);
}

}  // namespace podreel::runtime_fake
