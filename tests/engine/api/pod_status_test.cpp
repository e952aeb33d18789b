#include "engine/api/pod_status.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/conformance.hpp"

namespace podreel::api {

TEST_CASE("a status that says nothing is an empty object") {
  CHECK(to_json(PodStatus{}).dump() == "{}");
  CHECK(to_json(ContainerStatus{}).dump() ==
        R"({"name":"","state":{},"lastState":{},"ready":false,"restartCount":0,"image":"","imageID":""})");
}

TEST_CASE("statuses that differ in their conditions alone are told from those that differ in more") {
  PodStatus status;
  status.pod_ip = "10.0.0.1";
  PodStatus other = status;
  other.conditions.push_back({.type = "Ready", .status = "True", .reason = {}, .message = {}});
  CHECK(status != other);
  CHECK(equal_but_for_conditions(status, other));
  other.pod_ip = "10.0.0.2";
  CHECK_FALSE(equal_but_for_conditions(status, other));
}

TEST_CASE("every field of a status survives the way through JSON") {
  const std::string text =
      R"({"phase":"Running","conditions":[{"type":"Ready","observedGeneration":2,"status":"False",)"
      R"("lastProbeTime":null,"lastTransitionTime":"2023-11-14T22:13:20Z","reason":"ContainersNotReady","message":"m"}],)"
      R"("message":"a","reason":"b","nominatedNodeName":"n","hostIP":"192.168.7.7",)"
      R"("hostIPs":[{"ip":"192.168.7.7"},{"ip":"fd00::7"}],"podIP":"10.0.0.1",)"
      R"("podIPs":[{"ip":"10.0.0.1"},{"ip":"fd00::1"}],"startTime":"2023-11-14T22:13:20Z",)"
      R"("initContainerStatuses":[{"name":"i","state":{"waiting":{}},"lastState":{},"ready":false,"restartCount":0,)"
      R"("image":"x","imageID":"","started":false}],)"
      R"("containerStatuses":[{"name":"c","state":{"running":{"startedAt":"2023-11-14T22:13:21Z"}},)"
      R"("lastState":{"terminated":{"exitCode":137,"signal":9,"reason":"Error","message":"m","startedAt":null,)"
      R"("finishedAt":"2023-11-14T22:13:20Z","containerID":"containerd://1"}},"ready":true,"restartCount":3,)"
      R"("image":"x","imageID":"y","containerID":"containerd://2","started":true,)"
      R"("allocatedResources":{"cpu":"100m"},"resources":{"limits":{"cpu":"1"},"requests":{"cpu":"100m"}}}],)"
      R"("qosClass":"Burstable","ephemeralContainerStatuses":[{"name":"e",)"
      R"("state":{"waiting":{"reason":"PodInitializing"}},"lastState":{},"ready":false,"restartCount":0,)"
      R"("image":"x","imageID":""}],"resize":"Proposed"})";
  const PodStatus status = pod_status_from_json(nlohmann::json::parse(text));
  CHECK(to_json(status).dump() == text);
  CHECK(find_condition(status, "Ready")->reason == "ContainersNotReady");
  CHECK(find_condition(status, "Ready")->last_probe_time == sim::Time{});
  CHECK(find_condition(status, "Initialized") == nullptr);
  CHECK(find_status(status.container_statuses, "c")->restart_count == 3);
  CHECK(find_status(status.container_statuses, "d") == nullptr);
}

TEST_CASE("a condition keeps the time at which somebody probed it") {
  const std::string text =
      R"({"conditions":[{"type":"example.com/gate","status":"True","lastProbeTime":"2023-11-14T22:13:19Z",)"
      R"("lastTransitionTime":"2023-11-14T22:13:20Z"}]})";
  CHECK(to_json(pod_status_from_json(nlohmann::json::parse(text))).dump() == text);
}

TEST_CASE("statuses of real kubelets are read and written back byte by byte") {
  const auto folder = testing::conformance_folder();
  if (!folder) return;
  std::ifstream recordings{*folder / "apistatus/expected.jsonl"};
  int statuses = 0;
  for (std::string line; std::getline(recordings, line); ++statuses) {
    const nlohmann::ordered_json recording = nlohmann::ordered_json::parse(line);
    if (!recording.contains("apiStatus")) continue;
    const std::string expected = recording["apiStatus"].dump();
    const std::string seen = to_json(pod_status_from_json(nlohmann::json::parse(expected))).dump();
    CAPTURE(recording["id"].dump());
    REQUIRE(seen == expected);
  }
  MESSAGE(statuses << " recorded statuses");
}

TEST_CASE("what a pod as a whole has, and which generation its status describes, survives the way through JSON") {
  const nlohmann::json written = nlohmann::json::parse(
      R"({"observedGeneration": 3, "allocatedResources": {"cpu": "1"},
          "resources": {"limits": {"cpu": "2"}, "requests": {"cpu": "1"}}})");
  const PodStatus status = pod_status_from_json(written);
  CHECK(status.observed_generation == 3);
  CHECK(status.allocated_resources == ResourceList{{"cpu", "1"}});
  REQUIRE(status.resources);
  CHECK(status.resources->second == ResourceList{{"cpu", "2"}});
  CHECK(nlohmann::json::parse(to_json(status).dump()) == written);
}

}  // namespace podreel::api
