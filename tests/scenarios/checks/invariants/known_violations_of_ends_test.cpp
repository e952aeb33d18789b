// Work that has to end is judged where known faults are not excused.
#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/explore/watched_run.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

bool breaks(const History& history, std::string_view invariant) {
  const auto known = std::ranges::find(library(), invariant, &Invariant::name);
  REQUIRE(known != library().end());
  return (*known)->search(history).has_value();
}

bool breaks(const format::Loaded& loaded, std::string_view invariant, sim::Duration rest = 20min) {
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return breaks(explore::watch_run(loaded.scenarios.front(), {.rest = rest, .excuse_known_faults = false}).history,
                invariant);
}

bool file_breaks(const std::string& file, const std::string& kubelet, std::string_view invariant) {
  format::LoadOptions options;
  options.kubelet = release::parse_release(kubelet).value();
  return breaks(format::load_scenario_file(testing::source_path("scenarios/library/" + file), options), invariant);
}

bool text_breaks(const std::string& text, std::string_view invariant, sim::Duration rest = 20min) {
  return breaks(format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml"), invariant, rest);
}

/// A deleted pod that ignores SIGTERM, and whose hook outlives its grace period of a minute.
std::string hook_outlives_grace(const char* kubelet) {
  return fmt::format(R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: hook}}
spec:
  duration: 5m
  node: {{kubelet: {{version: "{}"}}}}
  runtime:
    pods:
      - name: web
        containers: [{{name: app, runs: [{{for: forever, onTerm: ignore}}]}}]
        exec: [{{command: hook, answers: [{{exitCode: 0, takes: 2m}}]}}]
  timeline:
    - at: 0s
      createPod:
        kind: Pod
        metadata: {{name: web}}
        spec:
          terminationGracePeriodSeconds: 60
          containers: [{{name: app, image: "app:1", lifecycle: {{preStop: {{exec: {{command: [hook]}}}}}}}}]
    - {{at: 20s, deletePod: {{name: web}}}}
)",
                     kubelet);
}

/// A pod whose container exits at once, which by its own rule restarts all containers of the pod, or only itself.
std::string exits_at_once(const char* action) {
  return fmt::format(R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: storm}}
spec:
  duration: 30s
  node: {{kubelet: {{version: "1.36"}}}}
  runtime: {{pods: [{{name: web, containers: [{{name: app, runs: [{{for: 0s, exitCode: 7}}]}}]}}]}}
  timeline:
    - at: 0s
      createPod:
        kind: Pod
        metadata: {{name: web}}
        spec:
          restartPolicy: Never
          containers:
            - name: app
              image: "app:1"
              restartPolicy: Never
              restartPolicyRules: [{{action: {}, exitCodes: {{operator: In, values: [7]}}}}]
)",
                     action);
}

}  // namespace

TEST_CASE("a container that gets its grace period twice outlives that of its deleted pod") {
  CHECK(text_breaks(hook_outlives_grace("1.27"), "deleted-containers-end"));
  CHECK_FALSE(text_breaks(hook_outlives_grace("1.28"), "deleted-containers-end"));
}

TEST_CASE("a restart of all containers has no back-off, and a restart of one has") {
  CHECK(text_breaks(exits_at_once("RestartAllContainers"), "calls-back-off", 1s));
  CHECK_FALSE(text_breaks(exits_at_once("Restart"), "calls-back-off", 1s));
}

TEST_CASE("a pod whose ended container is probed again and again does not rest") {
  const std::string file = "mechanisms/ended-container-is-probed.yaml";
  CHECK(file_breaks(file, "1.35", "resting-pods-rest"));
  CHECK(file_breaks(file, "1.37", "resting-pods-rest"));
  CHECK_FALSE(file_breaks(file, "1.34", "resting-pods-rest"));
}

TEST_CASE("a resize that is never carried out does not end") {
  const std::string file = "issues/126388-resize-without-a-cpu-limit.yaml";
  CHECK(file_breaks(file, "1.31", "resizes-end"));
  CHECK_FALSE(file_breaks(file, "1.32", "resizes-end"));
}

TEST_CASE("a probe long after its container's end is a finding, and one soon after it is none") {
  Circumstances circumstances;
  circumstances.kubelets.push_back(release::behaviour_of(release::newest_release()));
  circumstances.excuse_known_faults = false;
  for (const sim::Duration after : {5s, 60s}) {
    History history{circumstances};
    const auto call = [&history](sim::Time time, const char* op) {
      trace::RuntimeCall made{.op = op, .container = "app", .id = "a"};
      history.write({time, "default/web", std::move(made)});
    };
    call(sim::Time{1s}, "CreateContainer");
    call(sim::Time{2s}, "StartContainer");
    history.write(
        {sim::Time{10s}, "default/web",
         trace::Environment{.what = "container_exit", .container = "app", .id = "a", .exit_code = 1, .why = "script"}});
    history.write({sim::Time{10s} + after, "default/web",
                   trace::Probe{.probe = "Liveness", .container = "app", .result = "failure", .output = std::nullopt}});
    history.end(sim::Time{10min}, true);
    CHECK(breaks(history, "probes-end-with-containers") == (after == 60s));
  }
}

}  // namespace podreel::invariants
