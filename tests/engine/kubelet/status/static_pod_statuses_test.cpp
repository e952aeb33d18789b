// Statuses of static pods, which are written to their mirror pods.
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/record.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

using testing::RunHistory;

/// Phases of the statuses that were written from `from` seconds on.
std::vector<std::string> phases_in(const RunHistory& history, double from) {
  std::vector<std::string> lines;
  for (const trace::Record& record : history.records) {
    const auto* status = std::get_if<trace::Status>(&record.payload);
    const double seconds = format::in_seconds(record.time - history.start);
    if (status == nullptr || seconds < from) continue;
    lines.push_back(std::string{to_string(status->status->phase)});
  }
  return lines;
}

/// Seconds from the deletion of a mirror pod to the first status that is Running; 0 without one.
double time_until_reported(const RunHistory& history) {
  std::optional<sim::Time> deleted;
  for (const trace::Record& record : history.records) {
    const auto* api = std::get_if<trace::Api>(&record.payload);
    const auto* status = std::get_if<trace::Status>(&record.payload);
    if (api != nullptr && api->op == "pod_removed" && !deleted) deleted = record.time;
    if (!deleted || status == nullptr || !record.pod.ends_with("-node-1")) continue;
    if (status->status->phase != api::PodPhase::running) continue;
    return format::in_seconds(record.time - *deleted);
  }
  return 0;
}

RunHistory ended(const std::string& release) {
  return testing::history_of("duration: 40s, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
    runtime: {pods: [{name: job-node-1, containers: [{name: worker, runs: [{for: 9s, exitCode: 3}]}]}]},
    timeline: [{at: 0s, addStaticPod: {path: /m/job.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: job},
      spec: {restartPolicy: Never, containers: [{name: worker, image: 'worker:2'}]}}}}])");
}

RunHistory removed(const std::string& release) {
  return testing::history_of("duration: 60s, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
    timeline: [{at: 0s, addStaticPod: {path: /m/web.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: web},
      spec: {terminationGracePeriodSeconds: 8, containers: [{name: nginx, image: 'nginx:9'}]}}}},
      {at: 20s, removeStaticPod: {path: /m/web.yaml}}])");
}

/// Number of the pod's events of the reason from `from` seconds on.
std::ptrdiff_t events_from(const RunHistory& history, double from, std::string_view reason) {
  return std::ranges::count_if(history.records, [&](const trace::Record& record) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    return event != nullptr && event->reason == reason && format::in_seconds(record.time - history.start) >= from;
  });
}

}  // namespace

TEST_CASE("a static pod that has ended is reported as Failed while its sandbox is being stopped") {
  for (const char* release : {"1.28.12", "1.36"}) {
    CAPTURE(release);
    const std::vector<std::string> phases = phases_in(ended(release), 8.5);
    REQUIRE(phases.size() >= 2);
    CHECK(std::ranges::all_of(phases, [](const std::string& phase) { return phase == "Failed"; }));
  }
}

TEST_CASE("the end of a static pod that was removed is written to its mirror pod, until that goes") {
  const RunHistory history = removed("1.36");
  const std::vector<std::string> phases = phases_in(history, 19);
  REQUIRE(phases.size() == 1);
  CHECK(phases.front() == "Running");
}

TEST_CASE("a static pod past its deadline whose file is removed is past it until its mirror pod goes") {
  for (const char* release : {"1.30.14", "1.36"}) {
    CAPTURE(release);
    const RunHistory history =
        testing::history_of("duration: 60s, timing: ideal, node: {kubelet: {version: '" + std::string{release} + R"('}},
    runtime: {pods: [{name: late-node-1, containers: [{name: job, runs: [{for: forever, onTerm: ignore}]}]}]},
    timeline: [{at: 0s, addStaticPod: {path: /m/late.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: late},
      spec: {restartPolicy: Never, terminationGracePeriodSeconds: 5, activeDeadlineSeconds: 20,
      containers: [{name: job, image: 'job:1'}]}}}}, {at: 22500ms, removeStaticPod: {path: /m/late.yaml}}])");
    // Housekeeping has forgotten the status by the end of the pod, where SyncTerminatedPod reports it once more.
    CHECK(events_from(history, 22.5, "DeadlineExceeded") == 1);
  }
}

TEST_CASE("a static pod that is edited after its end is reported anew") {
  const RunHistory history = testing::history_of(R"(duration: 50s, node: {kubelet: {version: '1.36.3'}},
    runtime: {pods: [{name: once-node-1, containers: [{name: task, runs: [{for: 7s, exitCode: 0}]}]}]},
    timeline: [{at: 0s, addStaticPod: {path: /m/once.yaml, manifest: {apiVersion: v1, kind: Pod,
      metadata: {name: once}, spec: {restartPolicy: Never, containers: [{name: task, image: 'task:1'}]}}}},
      {at: 31s, updateStaticPod: {path: /m/once.yaml, manifest: {apiVersion: v1, kind: Pod,
      metadata: {name: once}, spec: {restartPolicy: Never, containers: [{name: task, image: 'task:2'}]}}}}])");
  const std::vector<std::string> phases = phases_in(history, 31);
  REQUIRE_FALSE(phases.empty());
  CHECK(phases.front() == "Pending");
  CHECK(phases.back() == "Succeeded");
}

TEST_CASE("the status of a static pod whose mirror pod is replaced waits for other statuses or the next ten seconds") {
  const auto reported_after = [](std::uint64_t seed, const std::string& more) {
    return time_until_reported(
        testing::history_of("seed: " + std::to_string(seed) + R"(, duration: 40s, node: {kubelet: {version: '1.34.9'}},
    timeline: [{at: 0s, addStaticPod: {path: /m/etcd.yaml, manifest: {apiVersion: v1, kind: Pod,
      metadata: {name: etcd}, spec: {containers: [{name: etcd, image: 'etcd:1'}]}}}},)" +
                            more + "{at: 15s, stopKubelet: {}}, {at: 17s, startKubelet: {version: '1.35.6'}}]"));
  };
  const std::string crash =
      "{at: 1s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: crash}, spec: {containers: [{name: app, image: "
      "'app:1'}]}}}, {at: 18500ms, exitContainer: {pod: crash, container: app, exitCode: 1}},";
  bool with_another = false;
  bool with_the_batch = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const double beside = reported_after(seed, crash);
    with_another = with_another || (beside > 0 && beside < 4);
    with_the_batch = with_the_batch || reported_after(seed, "") >= 4;
  }
  CHECK(with_another);
  CHECK(with_the_batch);
}

TEST_CASE("a static pod that is edited while the API server is away is reported when that is back") {
  for (const char* release : {"1.14", "1.23", "1.36"}) {
    CAPTURE(release);
    const RunHistory history =
        testing::history_of("duration: 90s, timing: ideal, node: {kubelet: {version: '" + std::string{release} + R"('}},
    timeline: [{at: 0s, addStaticPod: {path: /m/dns.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: dns},
      spec: {terminationGracePeriodSeconds: 4, containers: [{name: cache, image: 'cache:1'}]}}}},
      {at: 14s, stopApiServer: {}},
      {at: 21s, updateStaticPod: {path: /m/dns.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: dns},
      spec: {terminationGracePeriodSeconds: 4, containers: [{name: cache, image: 'cache:2'}]}}}},
      {at: 52s, startApiServer: {}}])");
    const std::vector<std::string> phases = phases_in(history, 14);
    REQUIRE_FALSE(phases.empty());
    CHECK(phases.back() == "Running");
  }
}

TEST_CASE("a static pod that is removed and comes back while it is being stopped is reported at its end") {
  const auto phases_of = [](const std::string& release) {
    return phases_in(testing::history_of("duration: 29200ms, timing: ideal, node: {kubelet: {version: '" + release +
                                         R"('}},
    runtime: {pods: [{name: log-node-1, containers: [{name: ship, runs: [{for: forever,
      onTerm: {exitAfter: 9s, exitCode: 0}}]}]}]},
    timeline: [{at: 0s, addStaticPod: {path: /m/log.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: log},
      spec: {terminationGracePeriodSeconds: 20, containers: [{name: ship, image: 'ship:1'}]}}}},
      {at: 18s, removeStaticPod: {path: /m/log.yaml}},
      {at: 21s, addStaticPod: {path: /m/log.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: log},
      spec: {terminationGracePeriodSeconds: 20, containers: [{name: ship, image: 'ship:1'}]}}}}])"),
                     18);
  };
  CHECK(phases_of("1.23") == std::vector<std::string>{"Running"});
  CHECK(phases_of("1.26") == std::vector<std::string>{"Running"});
}

}  // namespace podreel::kubelet
