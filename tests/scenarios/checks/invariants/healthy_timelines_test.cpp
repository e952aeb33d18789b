// Invariants hold on timelines of the engine in which nothing is wrong.
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/explore/watched_run.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

/// A workload with hooks, probes, an init container and a restart, and a step in the middle of its run.
std::string healthy_scenario(const std::string& kubelet, const std::string& step) {
  return fmt::format(R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: healthy}}
spec:
  duration: 12m
  node: {{kubelet: {{version: "{}"}}}}
  runtime:
    pods:
      - name: "*"
        exec: [{{command: hook, answers: [{{exitCode: 0}}]}}]
        http: [{{status: 200}}]
        containers: [{{name: worker, runs: [{{for: 90s, exitCode: 1}}, {{for: forever}}]}}]
  timeline:
    - at: 1s
      createPod:
        kind: Pod
        metadata: {{name: web}}
        spec:
          initContainers: [{{name: setup, image: "setup:1"}}]
          containers:
            - name: app
              image: "app:1"
              lifecycle: {{postStart: {{exec: {{command: [hook, up]}}}}, preStop: {{exec: {{command: [hook, down]}}}}}}
              readinessProbe: {{httpGet: {{path: /, port: 80}}}}
              livenessProbe: {{httpGet: {{path: /, port: 80}}}}
            - {{name: worker, image: "worker:1", lifecycle: {{postStart: {{exec: {{command: [hook, up]}}}}}}}}
{}
)",
                     kubelet, step);
}

std::string breaches_of_scenario(const std::string& text) {
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml");
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return explore::watch_run(loaded.scenarios.front(), {.rest = 20min, .excuse_known_faults = false}).breaches();
}

}  // namespace

TEST_CASE("invariants hold on healthy workloads, also when the kubelet restarts or the API server is unavailable") {
  constexpr const char* steps[]{"", "    - {at: 5m, stopKubelet: {}}\n    - {at: 5m10s, startKubelet: {}}",
                                "    - {at: 5m, stopApiServer: {}}\n    - {at: 5m40s, startApiServer: {}}"};
  for (const char* kubelet : {"1.20", "1.27", "1.31", "1.36"}) {
    for (const char* step : steps) {
      CAPTURE(kubelet);
      CAPTURE(step);
      CHECK(breaches_of_scenario(healthy_scenario(kubelet, step)).empty());
    }
  }
}

TEST_CASE("a postStart hook that ran is no finding, and one that a killed kubelet never ran is") {
  constexpr const char* scenario = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: hook}}
spec:
  duration: 6m
  runtime:
    pods: [{{name: web, exec: [{{command: hook, answers: [{{exitCode: 0}}]}}]}}]
    calls: [{{call: StartContainer, pod: web, until: 5s, takes: {}}}]
  timeline:
    - at: 0s
      createPod:
        kind: Pod
        metadata: {{name: web}}
        spec: {{containers: [{{name: app, image: "n:1", lifecycle: {{postStart: {{exec: {{command: [hook]}}}}}}}}]}}
    - {{at: 5s, stopKubelet: {{signal: KILL}}}}
    - {{at: 20s, startKubelet: {{}}}}
)";
  CHECK(breaches_of_scenario(fmt::format(scenario, "1s")).find("post-start-hooks-run") == std::string::npos);
  CHECK(breaches_of_scenario(fmt::format(scenario, "10s")).find("post-start-hooks-run") != std::string::npos);
}

}  // namespace podreel::invariants
