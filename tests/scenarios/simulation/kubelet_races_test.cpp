// What a kubelet does within the same milliseconds: each order that real kubelets show comes with some seed.
#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/recorded_run.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::simulation {

namespace {

using nlohmann::json;

constexpr std::uint64_t seeds = 30;

/// Returns the times of the records that have this member, with this value.
std::vector<double> times_of(const std::vector<json>& records, const std::string& member, const std::string& value) {
  std::vector<double> times;
  for (const json& record : records) {
    if (record.value(member, "") == value) times.push_back(record.at("t").get<double>());
  }
  return times;
}

double until_next_second(double time) {
  return std::ceil(time) - time;
}

/// A pod with two containers that are never ready.
format::Scenario unready_pair() {
  const std::string probe = "readinessProbe: {periodSeconds: 30, exec: {command: [ready]}}";
  return testing::short_scenario(fmt::format(
      "duration: 6s, timing: measured, node: {{kubelet: {{version: '1.35.6'}}}}, runtime: {{pods: [{{name: web, exec: "
      "[{{command: ready, answers: [{{exitCode: 1}}]}}]}}]}}, timeline: [{{at: 0s, createPod: {{kind: Pod, metadata: "
      "{{name: web}}, spec: {{containers: [{{name: a, image: a, {0}}}, {{name: b, image: b, {0}}}]}}}}}}]",
      probe));
}

/// Two containers, one with a liveness probe and one with a startup probe.
format::Scenario probed_pair() {
  const auto probe = [](const std::string& type) {
    return fmt::format("{}Probe: {{periodSeconds: 1, exec: {{command: [{}]}}}}", type, type);
  };
  return testing::short_scenario(fmt::format(
      "duration: 12s, timing: measured, node: {{kubelet: {{version: '1.36.2'}}}}, timeline: [{{at: 0s, createPod: {{"
      "kind: Pod, metadata: {{name: web}}, spec: {{containers: [{{name: a, image: a, {}}}, {{name: b, image: b, {}}}]"
      "}}}}}}]",
      probe("liveness"), probe("startup")));
}

/// A container whose hook outlives its patience, and fails as it ends; then it waits for a back-off.
format::Scenario hanging_hook() {
  return testing::short_scenario(
      "duration: 60s, timing: measured, node: {kubelet: {version: '1.36.2'}}, runtime: {pods: [{name: web, containers: "
      "[{name: a, runs: [{for: 2s, exitCode: 1}, {for: 2s, exitCode: 1}, {for: forever, onTerm: ignore}]}], exec: "
      "[{command: pre, answers: [{takes: 1h}]}, {command: live, answers: [{exitCode: 0}, {from: 30s, exitCode: 1}]}]}]"
      "}, timeline: [{at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {terminationGracePeriodSeconds: 1, "
      "containers: [{name: a, image: a, livenessProbe: {periodSeconds: 1, failureThreshold: 1, exec: {command: [live]"
      "}}, lifecycle: {preStop: {exec: {command: [pre]}}}}]}}}]");
}

}  // namespace

TEST_CASE("two readiness probes that one sync has triggered begin one after another and bring two further syncs") {
  std::uint64_t with_two = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::vector<json> records = testing::json_records(unready_pair(), seed);
    const std::vector<double> probed = times_of(records, "op", "ExecSync");
    REQUIRE_FALSE(probed.empty());
    std::uint64_t later = 0;
    for (const double entered : times_of(records, "op", "enter")) later += entered > probed.front() + 0.1 ? 1U : 0U;
    with_two += later >= 2 ? 1U : 0U;
  }
  CHECK(with_two > seeds / 2);
}

TEST_CASE("the probes of a pod mostly tick together, in a phase before its sandbox starts") {
  std::uint64_t together = 0;
  std::uint64_t before = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::vector<json> records = testing::json_records(probed_pair(), seed);
    const double sandbox = times_of(records, "op", "RunPodSandbox").front();
    const std::vector<double> live = times_of(records, "command", "liveness");
    const std::vector<double> started = times_of(records, "command", "startup");
    REQUIRE(live.size() > 5);
    REQUIRE(started.size() > 0);
    together += std::abs(until_next_second(live.back()) - until_next_second(started.back())) < 0.001 ? 1U : 0U;
    before += until_next_second(live.back()) > until_next_second(sandbox) ? 1U : 0U;
  }
  CHECK(together > seeds / 2);
  CHECK(before > seeds * 3 / 4);
}

TEST_CASE("a hook that ends with its container is reported before or after the back-off that follows") {
  std::uint64_t hook_first = 0;
  std::uint64_t back_off_first = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::vector<json> records = testing::json_records(hanging_hook(), seed);
    for (const double hook : times_of(records, "reason", "FailedPreStopHook")) {
      for (const double back_off : times_of(records, "reason", "BackOff")) {
        if (std::abs(back_off - hook) > 0.01) continue;
        ++(hook <= back_off ? hook_first : back_off_first);
      }
    }
  }
  CHECK(hook_first > 0);
  CHECK(back_off_first > 0);
}

}  // namespace podreel::simulation
