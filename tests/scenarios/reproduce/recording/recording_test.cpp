#include "scenarios/reproduce/recording/recording.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/recorded_run.hpp"

namespace podreel::reproduce {

namespace {

/// A run of 20 s with these steps.
format::Scenario measured_run(const std::string& steps) {
  format::Loaded loaded = format::load_scenarios(api::load_documents(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: recorded}
spec:
  duration: 20s
  timing: measured
  node: {kubelet: {version: "1.36.2"}}
  timeline:
)" + steps,
                                                                     "scenario.yaml"),
                                                 "scenario.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

}  // namespace

TEST_CASE("an OOM kill that spares other processes shows that the node's control groups are of version 1") {
  const format::Scenario played = measured_run(R"(
    - {at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}}
    - {at: 10s, oomKill: {pod: web, container: app, process: child}}
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
    - {at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [
        {name: app, image: "app:1", resources: {requests: {cpu: 100m})" +
                        std::string{limits} + R"(}}]}}}
    - {at: 10s, exitContainer: {pod: web, container: app, exitCode: 1}}
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
  CHECK(recording_of(measured_run("    []\n"), {status, later}).scenario.runtime.cgroup_version ==
        api::CgroupVersion::v2);
  CHECK(recording_of(measured_run("    []\n"), {status}).scenario.runtime.cgroup_version == api::CgroupVersion::v1);
}

TEST_CASE("a recorded request that is no quantity shows nothing") {
  nlohmann::json status{{"kind", "status"}, {"pod", "default/web"}, {"phase", "Running"}, {"t", 1}};
  status["resources"]["requests"]["cpu"] = "much";
  status["resources"]["limits"]["memory"] = "1Mi";
  nlohmann::json later = status;
  later["t"] = 9;
  const Recording recording = recording_of(measured_run("    []\n"), {status, later});
  CHECK(recording.scenario.runtime.cgroup_version == api::CgroupVersion::v1);
}

TEST_CASE("a recording states the version of the node's control groups") {
  nlohmann::json status{{"kind", "status"}, {"pod", "default/web"}, {"phase", "Running"}, {"t", 1}};
  status["resources"]["limits"]["memory"] = "9007199254740988Ki";
  for (const api::CgroupVersion version : {api::CgroupVersion::v1, api::CgroupVersion::v2}) {
    const std::string number = version == api::CgroupVersion::v1 ? "1" : "2";
    const nlohmann::json statement{{"t", 0}, {"kind", "recording"}, {"what", "cgroups"}, {"version", number}};
    const Recording recording = recording_of(measured_run("    []\n"), {statement, status});
    CHECK(recording.scenario.runtime.cgroup_version == version);
  }
}

TEST_CASE("choices are counted until an instant of the run") {
  const format::Scenario played = measured_run(R"(
    - {at: 5s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}}
)");
  const Recording recording = recording_of(played, testing::json_records(played, 1));
  const ReplayAttempt attempt = attempt_replay(recording, 1);
  const std::size_t at_start = choices_until(attempt, 0);
  CHECK(choices_until(attempt, -5) == at_start);
  CHECK(choices_until(attempt, 15) > at_start);
  CHECK(choices_until(attempt, 20) >= choices_until(attempt, 15));
}

}  // namespace podreel::reproduce
