#include "scenarios/reproduce/recording/recorded_node.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "scenarios/reproduce/recording/recording.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

/// A run of 20 s with these steps.
format::Scenario measured_run(const std::string& steps) {
  return testing::short_scenario("duration: 20s, timing: measured, node: {kubelet: {version: '1.36.2'}}, timeline: [" +
                                 steps + "]");
}

/// The version of the control groups that these records show where nothing is done.
api::CgroupVersion recorded_cgroups(const std::vector<nlohmann::json>& records) {
  format::Scenario scenario = measured_run("");
  take_recorded_node(records, scenario);
  return scenario.runtime.cgroup_version;
}

}  // namespace

TEST_CASE("an OOM kill that spares other processes shows that the node's control groups are of version 1") {
  const format::Scenario played = measured_run(R"(
    {at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}},
    {at: 10s, oomKill: {pod: web, container: app, process: child}}
)");
  for (const api::CgroupVersion version : {api::CgroupVersion::v1, api::CgroupVersion::v2}) {
    CAPTURE(static_cast<int>(version));
    format::Scenario scenario = played;
    scenario.runtime.cgroup_version = version;
    const Recording recording = recording_of(played, testing::json_records(scenario, 1));
    CHECK(recording.scenario.runtime.cgroup_version == version);
    CHECK_FALSE(attempt_replay(recording, 1).difference);
  }
}

TEST_CASE("resources that a kubelet has read show the version of the node's control groups") {
  const auto played = [](const char* limits) {
    return measured_run(R"(
    {at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [
        {name: app, image: "app:1", resources: {requests: {cpu: 100m})" +
                        std::string{limits} + R"(}}]}}},
    {at: 10s, exitContainer: {pod: web, container: app, exitCode: 1}}
)");
  };
  for (const char* limits : {"", ", limits: {cpu: 200m, memory: 1Mi}"}) {
    for (const api::CgroupVersion version : {api::CgroupVersion::v1, api::CgroupVersion::v2}) {
      CAPTURE(limits);
      CAPTURE(static_cast<int>(version));
      format::Scenario scenario = played(limits);
      scenario.runtime.cgroup_version = version;
      const Recording recording = recording_of(played(limits), testing::json_records(scenario, 1));
      CHECK(recording.scenario.runtime.cgroup_version == version);
      CHECK_FALSE(attempt_replay(recording, 1).difference);
    }
  }
}

TEST_CASE("a running pod without a limit of memory shows control groups of version 2") {
  nlohmann::json status{{"kind", "status"}, {"pod", "default/web"}, {"phase", "Running"}, {"t", 1}};
  status["resources"] = nlohmann::json::object();
  nlohmann::json later = status;
  later["t"] = 9;
  CHECK(recorded_cgroups({status, later}) == api::CgroupVersion::v2);
  CHECK(recorded_cgroups({status}) == api::CgroupVersion::v1);
}

TEST_CASE("a resize shows control groups of version 1, or 2 where the runtime is notified of a weight's shares") {
  nlohmann::json container{{"t", 9}, {"kind", "runtime"}, {"op", "UpdateContainerResources"}, {"cpuShares", 102}};
  nlohmann::json sandbox{{"t", 9}, {"kind", "runtime"}, {"op", "UpdatePodSandboxResources"}, {"cpuShares", 102}};
  const auto shown = [&](const char* kubelet = "1.34.9") {
    format::Scenario scenario = measured_run("");
    scenario.node.kubelet.version = *release::parse_release(kubelet);
    take_recorded_node({container, sandbox}, scenario);
    return scenario.runtime.cgroup_version;
  };
  CHECK(shown() == api::CgroupVersion::v1);
  sandbox["cpuShares"] = 80;
  CHECK(shown() == api::CgroupVersion::v2);
  sandbox["cpuShares"] = 1024;
  CHECK(shown() == api::CgroupVersion::v1);
  sandbox["op"] = container["op"] = "StopContainer";
  CHECK(shown() == api::CgroupVersion::v1);
  CHECK(shown("1.32.13") == api::CgroupVersion::v2);
}

TEST_CASE("a recorded request that is no quantity shows nothing") {
  nlohmann::json status{{"kind", "status"}, {"pod", "default/web"}, {"phase", "Running"}, {"t", 1}};
  status["resources"]["requests"]["cpu"] = "much";
  status["resources"]["limits"]["memory"] = "1Mi";
  nlohmann::json later = status;
  later["t"] = 9;
  CHECK(recorded_cgroups({status, later}) == api::CgroupVersion::v1);
}

TEST_CASE("a recording states the version of the node's control groups") {
  nlohmann::json status{{"kind", "status"}, {"pod", "default/web"}, {"phase", "Running"}, {"t", 1}};
  status["resources"]["limits"]["memory"] = "9007199254740988Ki";
  for (const api::CgroupVersion version : {api::CgroupVersion::v1, api::CgroupVersion::v2}) {
    const std::string number = version == api::CgroupVersion::v1 ? "1" : "2";
    const nlohmann::json statement{{"t", 0}, {"kind", "recording"}, {"what", "cgroups"}, {"version", number}};
    CHECK(recorded_cgroups({statement, status}) == version);
  }
}

TEST_CASE("a recording states the node's allocatable resources, unless the scenario sets them") {
  const nlohmann::json statement{
      {"t", 0}, {"kind", "recording"}, {"what", "allocatable"}, {"resources", {{"cpu", "2"}, {"pods", "110"}}}};
  format::Scenario scenario = measured_run("");
  take_recorded_node({}, scenario);
  CHECK_FALSE(scenario.node.allocatable);
  take_recorded_node({statement}, scenario);
  CHECK(scenario.node.allocatable == api::ResourceList{{"cpu", "2"}, {"pods", "110"}});
  scenario.node.allocatable = api::ResourceList{{"cpu", "4"}};
  take_recorded_node({statement}, scenario);
  CHECK(scenario.node.allocatable == api::ResourceList{{"cpu", "4"}});
}

TEST_CASE("an event that only a kubelet with node status updates writes shows that the node reports its status") {
  nlohmann::json event{{"t", 1}, {"kind", "event"}, {"obj", "Node"}, {"reason", "NodeReady"}};
  const auto reports = [&event] {
    format::Scenario scenario = measured_run("");
    take_recorded_node({event}, scenario);
    return scenario.node.reports_status;
  };
  CHECK(reports());
  event["obj"] = "Pod";
  CHECK_FALSE(reports());
}

}  // namespace podreel::reproduce
