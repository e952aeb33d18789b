#include "engine/kubelet/status/pod_conditions.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/kubelet_label.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using testing::ReportedPod;

namespace {

api::PodCondition reported_condition(std::string type, std::string status) {
  api::PodCondition result;
  result.type = std::move(type);
  result.status = std::move(status);
  return result;
}

/// Two sidecars and three containers, of which some are known and some of these ready.
struct Known {
  ReportedPod reported{
      "{'initContainers': [{'name': 's1', 'image': 's', 'restartPolicy': 'Always'},"
      " {'name': 's2', 'image': 's', 'restartPolicy': 'Always'}, {'name': 'once', 'image': 'o'}],"
      " 'containers': [{'name': 'a', 'image': 'a'}, {'name': 'b', 'image': 'a'}, {'name': 'c', 'image': 'a'}],"
      " 'readinessGates': [{'conditionType': 'example.com/one'}, {'conditionType': 'example.com/two'}]}"};
  api::PodStatus status;

  static api::ContainerStatus known(const char* name, bool ready) {
    api::ContainerStatus result = ReportedPod::reported(name, api::StateRunning{});
    result.ready = ready;
    return result;
  }
  [[nodiscard]] api::PodCondition ready(const char* release = "1.30") const {
    return ready_condition(reported.pod, status, testing::behaviour_of_label(release));
  }
};

}  // namespace

TEST_CASE_FIXTURE(Known, "a pod that is not ready says of which containers nothing is known, and which are not ready") {
  status.init_container_statuses = {known("s1", false)};
  status.container_statuses = {known("a", true), known("c", false)};
  CHECK(ready().status == "False");
  CHECK(ready().reason == "ContainersNotReady");
  CHECK(ready().message == "containers with unknown status: [s2 b], containers with unready status: [s1 c]");
  CHECK(containers_ready_condition(reported.pod, status, testing::behaviour_of_label("1.30")).message ==
        ready().message);
}

TEST_CASE_FIXTURE(Known, "a sidecar that is not ready does not matter before there are any") {
  status.container_statuses = {known("a", true), known("b", true), known("c", true)};
  CHECK(containers_ready_condition(reported.pod, status, testing::behaviour_of_label("1.27")).status == "True");
  CHECK(containers_ready_condition(reported.pod, status, testing::behaviour_of_label("1.30")).status == "False");
}

TEST_CASE_FIXTURE(Known,
                  "a pod whose containers are ready waits for its gates, and says what is the matter with each") {
  status.init_container_statuses = {known("s1", true), known("s2", true)};
  status.container_statuses = {known("a", true), known("b", true), known("c", true)};
  status.conditions = {reported_condition("example.com/two", "False")};
  CHECK(ready().status == "False");
  CHECK(ready().reason == "ReadinessGatesNotReady");
  CHECK(
      ready().message ==
      "corresponding condition of pod readiness gate \"example.com/one\" does not exist., the status of pod readiness "
      "gate \"example.com/two\" is not \"True\", but False");
  status.conditions = {reported_condition("example.com/one", "True"), reported_condition("example.com/two", "True")};
  CHECK(ready().status == "True");
  CHECK(ready().reason.empty());
}

TEST_CASE("a resize that waits and one that is under way are told with reason, message and, since 1.34, generation") {
  ReportedPod reported{testing::one_container};
  reported.observe("app", runtime::ContainerState::running);
  reported.resize = {.pending = ResizeCondition{"Deferred", "no room", 4},
                     .in_progress = ResizeCondition{"Error", "cgroup is busy", 3}};
  const api::PodStatus status = reported.build("1.35").status;
  const api::PodCondition* pending = api::find_condition(status, "PodResizePending");
  REQUIRE(pending != nullptr);
  CHECK(pending->status == "True");
  CHECK(pending->reason == "Deferred");
  CHECK(pending->message == "no room");
  CHECK(pending->observed_generation == 4);
  const api::PodCondition* under_way = api::find_condition(status, "PodResizeInProgress");
  REQUIRE(under_way != nullptr);
  CHECK(under_way->reason == "Error");
  CHECK(under_way->message == "cgroup is busy");
  CHECK(under_way->observed_generation == 3);

  const api::PodStatus older = reported.build("1.33").status;
  CHECK(api::find_condition(older, "PodResizePending") != nullptr);
  CHECK(api::find_condition(older, "PodResizePending")->observed_generation == 0);
  CHECK(api::find_condition(reported.build("1.32").status, "PodResizePending") == nullptr);
  reported.resize = {.pending = ResizeCondition{"Deferred", "no room", 4}, .in_progress = std::nullopt};
  CHECK(api::find_condition(reported.build("1.35").status, "PodResizeInProgress") == nullptr);
}

}  // namespace podreel::kubelet
