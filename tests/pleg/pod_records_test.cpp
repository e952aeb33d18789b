#include "pleg/pod_records.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

namespace podreel::pleg {

using lifecycle::EventType;
using runtime::ContainerState;
using runtime::SandboxState;

namespace {

runtime::RunningPod pod_with(ContainerState state) {
  return {.uid = "u",
          .name = "web",
          .namespace_name = "default",
          .containers = {{"c1", "app", "u", state}},
          .sandboxes = {{"s1", "u", SandboxState::ready}}};
}

}  // namespace

TEST_CASE("a new pod's container and sandbox come out of non-existence, the container first") {
  const PodRecords records;
  const runtime::RunningPod pod = pod_with(ContainerState::running);
  const auto changes = records.changes(pod);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].id == "c1");
  CHECK(changes[0].before == RecordedState::non_existent);
  CHECK(changes[0].now == RecordedState::running);
  CHECK(changes[1].id == "s1");
}

TEST_CASE("nothing is told about what stays as it was") {
  PodRecords records;
  const runtime::RunningPod pod = pod_with(ContainerState::running);
  records.update(pod);
  CHECK(records.changes(pod).empty());
}

TEST_CASE("a pod that has vanished loses all it had") {
  PodRecords records;
  const runtime::RunningPod pod = pod_with(ContainerState::exited);
  records.update(pod);
  const runtime::RunningPod gone{"u", {}, {}, {}, {}};
  CHECK(records.changes(gone).size() == 2);
  records.update(gone);
  CHECK(records.uids().empty());
}

TEST_CASE("what vanishes while it runs has died, too") {
  CHECK(std::ranges::equal(events_of({"c", RecordedState::running, RecordedState::non_existent}),
                           std::vector{EventType::container_died, EventType::container_removed}));
  CHECK(std::ranges::equal(events_of({"c", RecordedState::exited, RecordedState::non_existent}),
                           std::vector{EventType::container_removed}));
}

TEST_CASE("a dead container dies once more when the runtime's events tell that it was removed") {
  CHECK(std::ranges::equal(events_of({"c", RecordedState::exited, RecordedState::non_existent}, OnRemoval::died_again),
                           std::vector{EventType::container_died, EventType::container_removed}));
}

TEST_CASE("a created container is in an unknown state, which only changes") {
  const PodRecords records;
  const runtime::RunningPod pod = pod_with(ContainerState::created);
  const auto changes = records.changes(pod);
  CHECK(changes.front().now == RecordedState::unknown);
  CHECK(std::ranges::equal(events_of(changes.front()), std::vector{EventType::container_changed}));
}

}  // namespace podreel::pleg
