// What a kubelet says of its node.
#include "engine/kubelet/node_status/node_conditions.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/release/release.hpp"

namespace podreel::kubelet {

namespace {

std::vector<apiserver::NodeCondition> conditions(int minor, const NodeHealth& health) {
  return conditions_of(health, release::behaviour_of(release::v(minor)));
}

apiserver::NodeCondition one(int minor, std::string_view type, const NodeHealth& health = {}) {
  const auto all = conditions(minor, health);
  const auto found = std::ranges::find(all, type, &apiserver::NodeCondition::type);
  REQUIRE(found != all.end());
  return *found;
}

}  // namespace

TEST_CASE("a node that is well is Ready and has no pressure") {
  const auto all = conditions(36, {});
  REQUIRE(all.size() == 4);
  CHECK(all[0].reason == "KubeletHasSufficientMemory");
  CHECK(all[0].message == "kubelet has sufficient memory available");
  CHECK(all[1].reason == "KubeletHasNoDiskPressure");
  CHECK(all[2].reason == "KubeletHasSufficientPID");
  CHECK(all[3].reason == "KubeletReady");
  CHECK(all[3].message == "kubelet is posting ready status");
  CHECK(event_of(all[1]) == "NodeHasNoDiskPressure");
  CHECK(event_of(all[3]) == "NodeReady");
}

TEST_CASE("what presses is told") {
  const NodeHealth health{.errors = {}, .pressures = {"DiskPressure"}};
  const auto disk = one(36, "DiskPressure", health);
  CHECK(disk.status == "True");
  CHECK(disk.reason == "KubeletHasDiskPressure");
  CHECK(disk.message == "kubelet has disk pressure");
  CHECK(event_of(disk) == "NodeHasDiskPressure");
  CHECK(one(36, "MemoryPressure", health).status == "False");
  CHECK(one(36, "Ready", health).status == "True");
}

TEST_CASE("one reason why a node is not Ready is its message, several are listed as in the release") {
  const auto ready = one(36, "Ready", {.errors = {"container runtime is down"}});
  CHECK(ready.status == "False");
  CHECK(ready.reason == "KubeletNotReady");
  CHECK(ready.message == "container runtime is down");
  CHECK(event_of(ready) == "NodeNotReady");
  const NodeHealth two{.errors = {"a", "b"}, .pressures = {}};
  CHECK(one(36, "Ready", two).message == "[a, b]");
  CHECK(one(13, "Ready", two).message == "a,b");
}

TEST_CASE("PIDPressure came with 1.10, OutOfDisk went with 1.12") {
  CHECK(conditions(9, {}).size() == 4);
  CHECK(conditions(10, {}).size() == 5);
  CHECK(conditions(12, {}).size() == 4);
  CHECK(event_of(one(9, "OutOfDisk")) == "NodeHasSufficientDisk");
}

}  // namespace podreel::kubelet
