#include "runtime_fake/fake_volumes.hpp"

#include <doctest/doctest.h>

#include "engine/sim/scheduler.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using volumes::Operation;

namespace {

struct Volumes {
  explicit Volumes(std::vector<CallFault> operations) : script{std::move(operations)} {}

  testing::FakeNode node;
  std::vector<CallFault> script;
  FakeVolumes volumes{node.kubelet, node.timing, script};
  api::PodPtr pod = testing::make_pod("web", {"app"});
};

}  // namespace

TEST_CASE("operations are told apart by their kind, pod and volume, and errors are told as they are written") {
  Volumes node{{{.call = "SetUp", .pod = "web", .container = "data-*", .fail_first = 1, .error = "no", .takes = 2s}}};
  CHECK(node.volumes.concerns(Operation::set_up, *node.pod, "data-0"));
  CHECK_FALSE(node.volumes.concerns(Operation::set_up, *node.pod, "other"));
  CHECK_FALSE(node.volumes.concerns(Operation::mount_device, *node.pod, "data-0"));
  CHECK_FALSE(node.volumes.concerns(Operation::set_up, *testing::make_pod("db", {"app"}), "data-0"));
  const volumes::OperationOutcome first = node.volumes.begin(Operation::set_up, *node.pod, "data-0");
  CHECK(first.takes == 2s);
  CHECK(first.error == "no");
  CHECK_FALSE(node.volumes.begin(Operation::set_up, *node.pod, "data-0").error);
}

TEST_CASE("volumes change while an operation is under way, and while one will go otherwise some time") {
  Volumes node{{{.call = "TearDown", .container = "data", .takes = 5s},
                {.call = "SetUp", .container = "data", .fail_first = CallFault::all, .until = 20s}}};
  CHECK(node.volumes.is_changing());
  node.node.run_until(21s);
  CHECK_FALSE(node.volumes.is_changing());
  node.volumes.begin(Operation::tear_down, *node.pod, "data");
  CHECK(node.volumes.is_changing());
  node.node.run_until(27s);
  CHECK_FALSE(node.volumes.is_changing());
}

}  // namespace podreel::runtime_fake
