#include "engine/kubelet/status/status_merge.hpp"

#include <doctest/doctest.h>
#include <variant>

#include "tests/support/kubelet_label.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using api::PodPhase;
using testing::conditions_of;
using testing::ReportedPod;

namespace {

constexpr sim::Time now{2000s + 700ms};

api::PodCondition condition(std::string type, std::string status) {
  api::PodCondition result;
  result.type = std::move(type);
  result.status = std::move(status);
  return result;
}

struct Merge {
  ReportedPod existing{"{'containers': [{'name': 'app', 'image': 'a'}]}"};
  api::PodStatus status;

  api::PodStatus merged(const std::string& release, bool delay) const {
    return merge_status(existing.pod, status, delay, testing::behaviour_of_label(release), now);
  }
};

}  // namespace

TEST_CASE("other people's conditions stay, the kubelet's are replaced") {
  Merge fixture;
  fixture.existing.pod.status.conditions = {condition("Ready", "False"), condition("example.com/gate", "True")};
  fixture.status.conditions = {condition("Ready", "True"), condition("example.com/gate", "False")};
  CHECK(conditions_of(fixture.merged("1.28", true)) == "example.com/gate=True Ready=True");
  CHECK(conditions_of(fixture.merged("1.10", true)) == "Ready=True example.com/gate=False");
}

TEST_CASE("a disruption is told together with the pod's end only") {
  Merge fixture;
  fixture.existing.pod.status.phase = PodPhase::running;
  fixture.status.phase = PodPhase::failed;
  fixture.status.conditions = {condition("DisruptionTarget", "True")};
  CHECK(conditions_of(fixture.merged("1.28", true)).empty());
  CHECK(conditions_of(fixture.merged("1.28", false)) == "DisruptionTarget=True");
  CHECK(fixture.merged("1.28", false).conditions.front().last_transition_time == sim::Time{2000s});
  CHECK(conditions_of(fixture.merged("1.25.0+PodDisruptionConditions", false)) == "DisruptionTarget=True");
  CHECK(conditions_of(fixture.merged("1.24", false)).empty());
}

TEST_CASE("a pod that has ended is never written as ready, since 1.24.2") {
  Merge fixture;
  fixture.status.phase = PodPhase::succeeded;
  fixture.status.conditions = {condition("Ready", "True"), condition("ContainersReady", "True")};
  CHECK(conditions_of(fixture.merged("1.28", false)) == "Ready=False:PodCompleted ContainersReady=False:PodCompleted");
  CHECK(conditions_of(fixture.merged("1.24.1", false)) == "Ready=True ContainersReady=True");
  // A readiness gate is not met.
  fixture.status.conditions = {condition("Ready", "False"), condition("ContainersReady", "True")};
  CHECK(conditions_of(fixture.merged("1.28", false)) == "Ready=False:PodCompleted ContainersReady=False:PodCompleted");
}

TEST_CASE("termination messages share twelve kilobytes") {
  ReportedPod pod{"{'containers': [{'name': 'a', 'image': 'i'}, {'name': 'b', 'image': 'i'}]}"};
  api::StateTerminated end;
  end.message = std::string(10'000, 'x');
  api::PodStatus status;
  status.container_statuses = {ReportedPod::reported("b", end), ReportedPod::reported("a", api::StateWaiting{})};
  normalize_status(pod.pod, status);
  CHECK(status.container_statuses.front().name == "a");
  CHECK(std::get<api::StateTerminated>(status.container_statuses.back().state).message.size() == 6144);
}

TEST_CASE("termination messages of init and ephemeral containers are cut to the same share") {
  ReportedPod pod{
      "{'initContainers': [{'name': 'i', 'image': 'i'}], 'containers': [{'name': 'a', 'image': 'i'}],"
      " 'ephemeralContainers': [{'name': 'e', 'image': 'i'}]}"};
  api::StateTerminated end;
  end.message = std::string(10'000, 'x');
  api::PodStatus status;
  status.init_container_statuses = {ReportedPod::reported("i", end)};
  status.ephemeral_container_statuses = {ReportedPod::reported("e", end)};
  normalize_status(pod.pod, status);
  for (const auto* list : {&status.init_container_statuses, &status.ephemeral_container_statuses}) {
    CHECK(std::get<api::StateTerminated>(list->front().state).message.size() == 6144);
  }
}

TEST_CASE("statuses are the same if they differ only in times of transition and in other people's conditions") {
  api::PodStatus before;
  before.conditions = {condition("Ready", "True")};
  api::PodStatus after = before;
  after.conditions.front().last_transition_time = now;
  after.conditions.push_back(condition("example.com/gate", "True"));
  const release::Behaviour behaviour = testing::behaviour_of_label("1.28");
  CHECK(same_for_kubelet(before, after, behaviour));
  after.conditions.front().reason = "Why";
  CHECK_FALSE(same_for_kubelet(before, after, behaviour));
  after.conditions.front().reason = {};
  after.phase = PodPhase::running;
  CHECK_FALSE(same_for_kubelet(before, after, behaviour));
}

TEST_CASE("a condition of a resize that has gone is a difference") {
  api::PodStatus before;
  before.conditions = {condition("Ready", "True"), condition("PodResizeInProgress", "True")};
  api::PodStatus after;
  after.conditions = {condition("Ready", "True")};
  CHECK_FALSE(same_for_kubelet(before, after, testing::behaviour_of_label("1.33.1")));
  CHECK(same_for_kubelet(before, after, testing::behaviour_of_label("1.32.10")));
}

TEST_CASE("a kubelet leaves alone what of a status it does not know") {
  api::Pod existing;
  existing.status.observed_generation = 3;
  existing.status.allocated_resources = api::ResourceList{{"cpu", "1"}};
  const auto written = [&existing](const char* release) {
    return merge_status(existing, api::PodStatus{}, false, testing::behaviour_of_label(release), {});
  };
  CHECK(written("1.31.14").observed_generation == 3);
  CHECK(written("1.31.14").allocated_resources.contains("cpu"));
  CHECK(written("1.34.9").allocated_resources.contains("cpu"));
  CHECK(written("1.35.6").allocated_resources.empty());
  CHECK(written("1.36.0").observed_generation == 0);
  CHECK(written("1.36.0").allocated_resources.empty());
}

TEST_CASE("a status that is as it should be shares its lists with the one that it was copied from") {
  ReportedPod pod{"{'containers': [{'name': 'app', 'image': 'a'}]}"};
  api::PodStatus status;
  status.conditions = {condition("Ready", "True")};
  api::ContainerStatus container;
  container.name = "app";
  container.state = api::StateRunning{sim::Time{2000s}};
  status.container_statuses = {container};
  const api::PodStatus& original = status;

  api::PodStatus copy = status;
  normalize_status(pod.pod, copy);
  leave_out_unknown(copy, status);
  const api::PodStatus& looked_at = copy;
  CHECK(looked_at.conditions.begin() == original.conditions.begin());
  CHECK(looked_at.container_statuses.begin() == original.container_statuses.begin());

  status.container_statuses[0].state = api::StateRunning{now};
  copy = status;
  normalize_status(pod.pod, copy);
  CHECK(std::get<api::StateRunning>(looked_at.container_statuses[0].state).started_at == sim::Time{2000s});
  CHECK(std::get<api::StateRunning>(original.container_statuses[0].state).started_at == now);
}

TEST_CASE("what a kubelet does not report is no difference to what the API has") {
  api::PodStatus in_api;
  in_api.observed_generation = 3;
  in_api.conditions = {condition("Ready", "True"), condition("example.com/gate", "True")};
  for (api::PodCondition& each : in_api.conditions) each.observed_generation = 3;
  in_api.host_ips = {"192.168.0.1"};
  in_api.allocated_resources = api::ResourceList{{"cpu", "1"}};
  in_api.resources.emplace().first = {{"cpu", "1"}};
  for (auto* statuses : {&in_api.container_statuses, &in_api.init_container_statuses}) {
    api::ContainerStatus container = ReportedPod::reported("app", api::StateRunning{});
    container.allocated_resources = api::ResourceList{{"cpu", "1"}};
    container.resources_requests_limits.emplace().first = {{"cpu", "1"}};
    *statuses = {container, container};
    statuses->back().name = "unknown";
  }
  const api::PodStatus whole = in_api;
  leave_out_unknown(in_api, whole);
  CHECK(in_api.resources);
  CHECK(in_api.observed_generation == 3);
  CHECK(in_api.container_statuses.front().resources_requests_limits);
  api::PodStatus own;
  own.conditions = {condition("Ready", "True")};
  for (auto* statuses : {&own.container_statuses, &own.init_container_statuses}) {
    *statuses = {ReportedPod::reported("app", api::StateRunning{})};
  }
  leave_out_unknown(in_api, own);
  CHECK(in_api.observed_generation == 0);
  CHECK(in_api.conditions.front().observed_generation == 0);
  CHECK(in_api.conditions.back().observed_generation == 3);
  CHECK(in_api.host_ips.empty());
  CHECK(in_api.allocated_resources.empty());
  CHECK_FALSE(in_api.resources);
  for (const auto* statuses : {&in_api.container_statuses, &in_api.init_container_statuses}) {
    CHECK(statuses->front().allocated_resources.empty());
    CHECK_FALSE(statuses->front().resources_requests_limits);
    CHECK_FALSE(statuses->back().allocated_resources.empty());
    CHECK(statuses->back().resources_requests_limits);
  }
}

TEST_CASE("a pod without a container that counts has all the room for messages") {
  ReportedPod pod{"{'containers': [{'name': 'a', 'image': 'i'}]}"};
  auto spec = std::make_shared<api::PodSpec>(*pod.pod.spec);
  spec->ephemeral_containers = std::move(spec->containers);
  spec->containers = {};
  pod.pod.spec = std::move(spec);
  api::StateTerminated end;
  end.message = std::string(13'000, 'x');
  api::PodStatus status;
  status.ephemeral_container_statuses = {ReportedPod::reported("a", end)};
  normalize_status(pod.pod, status);
  CHECK(std::get<api::StateTerminated>(status.ephemeral_container_statuses.front().state).message.size() == 12'288);
}

}  // namespace podreel::kubelet
