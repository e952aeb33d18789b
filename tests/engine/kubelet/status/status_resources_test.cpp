#include "engine/kubelet/status/status_resources.hpp"

#include <doctest/doctest.h>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using runtime::ContainerState;
using testing::ReportedPod;

TEST_CASE("what a container was given is told since 1.33") {
  ReportedPod reported{
      "{'containers': [{'name': 'app', 'image': 'a', 'resources': {'requests': {'cpu': '1'},"
      " 'limits': {'cpu': '2', 'memory': '1Gi'}}}]}"};
  reported.observe("app", ContainerState::running).resources.emplace();
  reported.observed.containers.front().resources->second = {{"cpu", "3"}};
  CHECK_FALSE(reported.build("1.32").status.container_statuses.at(0).resources_requests_limits.has_value());
  const api::ContainerStatus status = reported.build("1.33").status.container_statuses.at(0);
  CHECK(status.allocated_resources == api::ResourceList{{"cpu", "1"}});
  CHECK(status.resources_requests_limits->first == api::ResourceList{{"cpu", "1"}});
  CHECK(status.resources_requests_limits->second == api::ResourceList{{"cpu", "3"}, {"memory", "1Gi"}});
}

TEST_CASE("what a pod as a whole asks for is reported since 1.36, and with its gate since 1.35") {
  ReportedPod reported{
      "{'resources': {'requests': {'cpu': '500m', 'memory': '1Gi'}, 'limits': {'cpu': '2', 'memory': '2Gi'}},"
      " 'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.observe("app", ContainerState::running);
  CHECK_FALSE(reported.build("1.35").status.resources.has_value());
  CHECK(reported.build("1.35", {{"InPlacePodLevelResourcesVerticalScaling", true}}).status.resources.has_value());
  const api::PodStatus status = reported.build("1.36").status;
  CHECK(status.allocated_resources == api::ResourceList{{"cpu", "500m"}, {"memory", "1Gi"}});
  REQUIRE(status.resources.has_value());
  CHECK(status.resources->first == api::ResourceList{{"cpu", "500m"}, {"memory", "1Gi"}});
  CHECK(status.resources->second == api::ResourceList{{"cpu", "2"}, {"memory", "2Gi"}});
}

TEST_CASE("so little CPU as the kernel cannot tell from none is what was asked for, if that is as little") {
  const auto reported_cpu = [](const char* requests, const char* runtime_value) {
    ReportedPod reported{std::string{"{'containers': [{'name': 'app', 'image': 'a', 'resources': {'requests': "} +
                         requests + "}}]}"};
    reported.observe("app", ContainerState::running).resources.emplace();
    reported.observed.containers.front().resources->first = {{"cpu", runtime_value}};
    const api::ResourceList found =
        reported.build("1.33").status.container_statuses.at(0).resources_requests_limits->first;
    return found.contains("cpu") ? found.at("cpu") : "none";
  };
  CHECK(reported_cpu("{'memory': '1Gi'}", "2m") == "none");
  CHECK(reported_cpu("{'memory': '1Gi'}", "3m") == "3m");
  CHECK(reported_cpu("{'cpu': '1m'}", "2m") == "1m");
  CHECK(reported_cpu("{'cpu': '1'}", "2m") == "2m");
}

TEST_CASE("a running pod without a control group of its own is reported with what was reported before, or nothing") {
  ReportedPod reported{
      "{'containers': [{'name': 'app', 'image': 'a', 'resources': {'requests': {'cpu': '20m', 'memory': '1Gi'},"
      " 'limits': {'cpu': '1'}}}]}"};
  reported.observe("app", ContainerState::running);
  reported.pod.status.phase = api::PodPhase::running;
  const api::PodStatus status = reported.build("1.36").status;
  CHECK(status.allocated_resources == api::ResourceList{{"cpu", "20m"}, {"memory", "1Gi"}});
  REQUIRE(status.resources.has_value());
  CHECK(status.resources->first == api::ResourceList{{"memory", "1Gi"}});
  CHECK(status.resources->second.empty());
}

TEST_CASE("in 1.35 with the gate a running pod that requests no memory is reported with a request of 0") {
  ReportedPod reported{"{'containers': [{'name': 'app', 'image': 'a', 'resources': {'requests': {'cpu': '20m'}}}]}"};
  reported.observe("app", ContainerState::running);
  reported.pod.status.phase = api::PodPhase::running;
  const api::PodStatus before = reported.build("1.35", {{"InPlacePodLevelResourcesVerticalScaling", true}}).status;
  REQUIRE(before.resources.has_value());
  CHECK(before.resources->first == api::ResourceList{{"memory", "0"}});
  CHECK(reported.build("1.36").status.resources->first.empty());
}

}  // namespace podreel::kubelet
