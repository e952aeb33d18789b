// Pods that a kubelet rejects, those that run included.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/trace/record.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

using testing::RunHistory;

struct WrittenStatus {
  double at = 0;
  api::PodStatus status;
};

std::vector<WrittenStatus> statuses_in(const RunHistory& history, std::string_view pod, double from) {
  std::vector<WrittenStatus> written;
  for (const trace::Record& record : history.records) {
    const auto* status = std::get_if<trace::Status>(&record.payload);
    const double seconds = format::in_seconds(record.time - history.start);
    if (status == nullptr || seconds < from || record.pod != pod) continue;
    written.push_back({seconds, *status->status});
  }
  return written;
}

std::vector<WrittenStatus> rejected(const std::string& release) {
  return statuses_in(
      testing::history_of(
          "duration: 30s, timing: ideal, node: {allocatable: {cpu: '2', memory: 4Gi}, kubelet: {version: '" + release +
          R"('}}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: big},
          spec: {containers: [{name: heap, image: 'heap:1', resources: {requests: {memory: 3Gi}}}]}}},
        {at: 10s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: more},
          spec: {containers: [{name: heap, image: 'heap:1', resources: {requests: {memory: 2Gi}}}]}}}])"),
      "default/more", 10);
}

/// The first relist precedes the pods that the API server lists: its events reach no pod.
RunHistory label_gone(const std::string& release) {
  return testing::history_of("duration: 80s, timing: ideal, node: {labels: {disk: ssd}, kubelet: {version: '" +
                             release + R"('}}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: box}, spec: {nodeSelector: {disk: ssd},
          terminationGracePeriodSeconds: 7, containers: [{name: lru, image: 'lru:1'}]}}},
        {at: 12s, labelNode: {labels: {disk: null}}},
        {at: 15s, stopApiServer: {}}, {at: 18s, stopKubelet: {}}, {at: 19s, startKubelet: {}},
        {at: 22s, startApiServer: {}}])");
}

}  // namespace

TEST_CASE("the status of a rejected pod has its qosClass from 1.32 on, and its generation from 1.34 on") {
  for (const char* release : {"1.31", "1.32", "1.33", "1.34"}) {
    CAPTURE(release);
    const std::vector<WrittenStatus> statuses = rejected(release);
    REQUIRE_FALSE(statuses.empty());
    const api::PodStatus& status = statuses.front().status;
    CHECK(status.phase == api::PodPhase::failed);
    CHECK(status.qos_class.empty() == (std::string_view{release} == "1.31"));
    CHECK(status.observed_generation == (std::string_view{release} == "1.34" ? 1 : 0));
  }
}

TEST_CASE("a kubelet that starts admits its pods by age, whatever their names") {
  const RunHistory history = testing::history_of(R"(duration: 60s, timing: ideal,
    node: {allocatable: {cpu: '4', memory: 8Gi, pods: '110'}, kubelet: {version: '1.31'}}, timeline: [
      {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: zeta},
        spec: {containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 1500m}}}]}}},
      {at: 1s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: mid},
        spec: {containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 500m}}}]}}},
      {at: 2s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: alpha},
        spec: {containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 1500m}}}]}}},
      {at: 20s, stopKubelet: {}},
      {at: 25s, startKubelet: {allocatable: {cpu: '3', memory: 8Gi, pods: '110'}}}])");
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event != nullptr && event->reason == "OutOfcpu") CHECK(record.pod == "default/alpha");
  }
  CHECK(testing::events_in(history, "OutOfcpu").size() == 1);
}

TEST_CASE("a running pod that a kubelet rejects at its start is stopped, synced and terminated from 1.27 on") {
  for (const char* release : {"1.27", "1.31", "1.36"}) {
    CAPTURE(release);
    const RunHistory history = label_gone(release);
    CHECK(testing::calls_in(history, "StopContainer").size() == 1);
    CHECK(testing::calls_in(history, "StopPodSandbox").size() == 2);
    const std::vector<WrittenStatus> statuses = statuses_in(history, "default/box", 21);
    REQUIRE(statuses.size() >= 3);
    CHECK(statuses.front().status.phase == api::PodPhase::running);
    CHECK(statuses.front().status.container_statuses.empty());
    CHECK(statuses[1].status.phase == api::PodPhase::running);
    CHECK(statuses[1].status.container_statuses.size() == 1);
    CHECK(statuses.back().status.phase == api::PodPhase::failed);
    CHECK(statuses.back().status.reason == "NodeAffinity");
    CHECK(statuses.back().status.container_statuses.size() == 1);
    CHECK(statuses.back().at < 33);
  }
  CHECK(testing::calls_in(label_gone("1.26"), "StopContainer").empty());
}

}  // namespace podreel::kubelet
