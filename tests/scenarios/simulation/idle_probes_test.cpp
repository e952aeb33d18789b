// Probes that are accounted for, against the same ones carried out.
#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/replayed_lines.hpp"

namespace podreel::simulation {

namespace {

struct ProbedPods {
  const char* what;
  /// Members of `spec`.
  const char* spec;
};

constexpr std::array pods_that_are_probed{
    ProbedPods{"an endpoint turns bad, and well again",
               R"(runtime: {pods: [{name: web,
                                   http: [{status: 200}, {from: 95s, status: 500}, {from: 170s, status: 200}]}]},
                 timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
                   {name: app, image: "app:1", livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 7},
                    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 3}}]}}}])"},
    ProbedPods{"a container exits, and its command answers late after each start",
               R"(runtime: {pods: [{name: web, exec: [{command: ready, answers: [{exitCode: 1}, {afterStart: 20s}]}],
                                   containers: [{name: app, runs: [{for: 100s, exitCode: 1},
                                                                   {for: 50s, exitCode: 1}]}]}]},
                 timeline: [{at: 300ms, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec:
                   {containers: [{name: app, image: "app:1",
                                  readinessProbe: {exec: {command: [ready]}, periodSeconds: 2}},
                   {name: side, image: "app:1", livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}}]}}}])"},
    ProbedPods{"a startup probe has succeeded, a delay passes, and the kubelet restarts",
               R"(timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
                   {name: app, image: "app:1", startupProbe: {tcpSocket: {port: 80}, periodSeconds: 1},
                    livenessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 33, periodSeconds: 4},
                    readinessProbe: {grpc: {port: 80}, successThreshold: 3, periodSeconds: 5}}]}}},
                   {at: 130s, stopKubelet: {}}, {at: 140s, startKubelet: {}}, {at: 200s, deletePod: {name: web}}])"},
    ProbedPods{"the runtime hangs, and its sandbox dies",
               R"(timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
                   {name: app, image: "app:1", livenessProbe: {exec: {command: [alive]}, periodSeconds: 3},
                    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}}]}}},
                   {at: 61500ms, hangRuntime: {for: 50s}}, {at: 180s, killSandbox: {pod: web}},
                   {at: 240s, exitContainer: {pod: web, container: app, exitCode: 3}}])"},
    ProbedPods{"an answer is left to chance, and one takes its time",
               R"(runtime: {pods: [{name: web, http: [{status: 200, fails: 10%}, {from: 200s, takes: 700ms}]}]},
                 timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
                   {name: app, image: "app:1", readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}}]}}}])"},
};

constexpr ProbedPods ends_during_its_probe{
    "a container ends during its readiness probe, which hangs, and is not restarted",
    R"(runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 11s}]}]}],
                            calls: [{call: ExecSync, until: 2s, takes: 15s}]},
                 timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec:
                   {restartPolicy: OnFailure, containers: [{name: app, image: "app:1",
                     readinessProbe: {exec: {command: [fine]}, periodSeconds: 4}}, {name: other, image: "app:1"}]}}}])"};

format::Scenario probed_scenario(const ProbedPods& situation, std::string_view release, std::string_view timing) {
  const std::string text = fmt::format(
      "{{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: probed}}, spec: {{duration: 10m, "
      "timing: {}, node: {{kubelet: {{version: \"{}\"}}}}, {}}}}}",
      timing, release, situation.spec);
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "probed"), "probed");
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  return std::move(loaded.scenarios.at(0));
}

}  // namespace

TEST_CASE("probes that are accounted for leave the records that the same ones leave when they are carried out") {
  for (const ProbedPods& situation : pods_that_are_probed) {
    CAPTURE(std::string{situation.what});
    for (const std::string_view release : {"1.18", "1.24", "1.28", "1.33", "1.36"}) {
      CAPTURE(release);
      for (const std::string_view timing : {"measured", "ideal"}) {
        CAPTURE(timing);
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
          ReplayOptions options;
          options.seed = seed;
          CHECK(testing::difference_of_unreported_probes(probed_scenario(situation, release, timing), options) == "");
        }
      }
    }
  }
}

TEST_CASE("a trigger and a tick that both came during a probe may both find nothing to probe") {
  for (const std::string_view release : {"1.28", "1.33"}) {
    CAPTURE(release);
    for (std::uint64_t seed = 16; seed < 30; ++seed) {
      CAPTURE(seed);
      ReplayOptions options;
      options.seed = seed;
      const format::Scenario scenario = probed_scenario(ends_during_its_probe, release, "measured");
      CHECK(testing::difference_of_unreported_probes(scenario, options) == "");
    }
  }
}

TEST_CASE("a container that goes on to be well costs no event for each of its probes") {
  const ProbedPods well{"well",
                        R"(timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec:
                            {containers: [{name: app, image: "app:1",
                              livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1},
                              readinessProbe: {exec: {command: [ready]}, periodSeconds: 1}}]}}}])"};
  const format::Scenario scenario = probed_scenario(well, "1.33", "measured");
  std::pair<std::uint64_t, std::uint64_t> events{};
  CHECK(testing::difference_of_unreported_probes(scenario, {}, &events) == "");
  CHECK(events.first * 20 < events.second);
}

}  // namespace podreel::simulation
