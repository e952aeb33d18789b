// Probes in a runtime that hangs, in a pod that terminates, and of containers that have ended.
#include <algorithm>
#include <chrono>
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

/// "122.0 message", of the events Unhealthy.
std::vector<std::string> unhealthy_in(const RunHistory& history) {
  std::vector<std::string> lines;
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event == nullptr || event->reason != "Unhealthy") continue;
    const auto seconds = format::in_seconds(record.time - history.start);
    lines.push_back(fmt::format("{:.0f} {}", seconds, event->message));
  }
  return lines;
}

RunHistory hung(const std::string& release) {
  return testing::history_of("duration: 4m, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
    runtime: {pods: [{name: db, containers: [{name: store, runs: [{for: forever}]}],
      exec: [{command: alive, answers: [{from: 0s, exitCode: 0}]}]}]},
    timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: db}, spec: {containers: [
      {name: store, image: 'store:4', livenessProbe: {exec: {command: [alive]}, periodSeconds: 15, timeoutSeconds: 2,
       failureThreshold: 5}}]}}},
      {at: 50s, hangRuntime: {for: 150s}}])");
}

RunHistory deleted(const std::string& release) {
  return testing::history_of("duration: 30s, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
    runtime: {pods: [{name: shop,
      containers: [{name: till, runs: [{for: forever, onTerm: {exitAfter: 6s, exitCode: 0}}]},
                   {name: side, runs: [{for: forever, onTerm: {exitAfter: 0s, exitCode: 0}}]}],
      exec: [{command: open, answers: [{from: 0s, exitCode: 0}]},
             {command: live, answers: [{from: 0s, exitCode: 0}]}]}]},
    timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: shop}, spec: {
      initContainers: [{name: side, image: 'side:1', restartPolicy: Always,
        livenessProbe: {exec: {command: [live]}, periodSeconds: 5}}],
      containers: [{name: till, image: 'till:6', readinessProbe: {exec: {command: [open]}, periodSeconds: 2}}]}}},
      {at: 20500ms, deletePod: {name: shop, gracePeriodSeconds: 15}}])");
}

std::size_t syncs_in(const RunHistory& history, double from) {
  return static_cast<std::size_t>(std::ranges::count_if(history.records, [&](const trace::Record& record) {
    const auto* loop = std::get_if<trace::Loop>(&record.payload);
    return loop != nullptr && loop->op == "PROBE" && format::in_seconds(record.time - history.start) > from;
  }));
}

std::size_t probe_syncs_after_end(const std::string& release) {
  return syncs_in(testing::history_of("duration: 30s, timing: ideal, node: {kubelet: {version: '" + release + R"('}},
    runtime: {pods: [{name: batch, containers: [{name: seed, runs: [{for: 11s, exitCode: 0}]},
                                                {name: serve, runs: [{for: forever}]}],
      exec: [{command: fine, answers: [{from: 0s, exitCode: 0}]}]}]},
    timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: batch}, spec: {restartPolicy: OnFailure,
      containers: [{name: seed, image: 'seed:1', livenessProbe: {exec: {command: [fine]}, periodSeconds: 4}},
                   {name: serve, image: 'serve:2'}]}}}])"),
                  12);
}

}  // namespace

TEST_CASE("the deadline of a call to a hung runtime is a timeout of the probe from 1.20 on") {
  const std::vector<std::string> old = unhealthy_in(hung("1.19"));
  CHECK(std::ranges::none_of(old, [](const std::string& line) { return line.find("failed") != std::string::npos; }));
  const std::vector<std::string> before = unhealthy_in(hung("1.30"));
  REQUIRE(before.size() == 1);
  CHECK(before.front() == "182 Liveness probe failed: command \"alive\" timed out");
  const std::vector<std::string> after = unhealthy_in(hung("1.31"));
  REQUIRE(after.size() == 1);
  CHECK(after.front() == "182 Liveness probe failed: command timed out: \"alive\" timed out after 2s");
}

TEST_CASE("probes by command that outlive the pod's sync fail in 1.35.0 to 1.35.7 and in 1.36.3") {
  for (const char* release : {"1.34.9", "1.35.8", "1.36.2"}) {
    CAPTURE(release);
    CHECK(unhealthy_in(deleted(release)).empty());
  }
  for (const char* release : {"1.35.0", "1.35.7", "1.36.3"}) {
    CAPTURE(release);
    const std::string cancelled =
        " probe errored and resulted in unknown state: rpc error: code = Canceled desc = context canceled";
    CHECK(unhealthy_in(deleted(release)) ==
          std::vector<std::string>{"22 Readiness" + cancelled, "24 Readiness" + cancelled, "25 Liveness" + cancelled,
                                   "26 Readiness" + cancelled});
  }
}

TEST_CASE("a container that has ended with 0 under OnFailure is probed once a second from 1.35 on") {
  CHECK(probe_syncs_after_end("1.34") <= 1);
  CHECK(probe_syncs_after_end("1.35") >= 15);
  CHECK(probe_syncs_after_end("1.36") >= 15);
}

}  // namespace podreel::kubelet
