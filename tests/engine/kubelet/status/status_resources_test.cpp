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

TEST_CASE("what a pod as a whole asks for is told since 1.36") {
  ReportedPod reported{
      "{'resources': {'requests': {'cpu': '500m', 'memory': '1Gi'}, 'limits': {'cpu': '2', 'memory': '2Gi'}},"
      " 'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.observe("app", ContainerState::running);
  CHECK_FALSE(reported.build("1.35").status.resources.has_value());
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

}  // namespace podreel::kubelet
