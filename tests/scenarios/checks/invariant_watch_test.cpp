// `keeps` in a scenario: an invariant of the library is an expectation.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"

namespace podreel::format {

namespace {

/// A pod that is gone from the API before its kubelet can ask what runs of it: from 1.22 to 1.26 it runs on.
Loaded removed_pod(std::string_view kubelet, std::string_view invariant) {
  const std::string text = fmt::format(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: removed}}
spec:
  duration: 30m
  node: {{kubelet: {{version: "{}"}}}}
  runtime:
    pods: [{{name: web, containers: [{{name: helper, runs: [{{for: 19s}}]}}]}}]
    calls: [{{call: ContainerStatus, pod: web, from: 18s, until: 20500ms, error: "deadline exceeded"}}]
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {{name: web}}
        spec:
          restartPolicy: Never
          containers: [{{name: app, image: "app:1"}}, {{name: helper, image: "helper:1"}}]
    - {{at: 20200ms, deletePod: {{name: web, gracePeriodSeconds: 0}}}}
  expect: [{{keeps: {}}}]
)",
                                       kubelet, invariant);
  return load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml");
}

}  // namespace

TEST_CASE("an invariant is kept or not, and known faults are no excuse") {
  for (const char* kubelet : {"1.23", "1.31"}) {
    const Loaded read = removed_pod(kubelet, "removed-pods-end");
    REQUIRE(read.scenarios.size() == 1);
    const simulation::CheckedRun run = simulation::run_and_check(read.scenarios[0]);
    const bool is_kept = std::string_view{kubelet} == "1.31";
    CHECK(run.verdicts.at(0).held == is_kept);
    CHECK(run.verdicts.at(0).seen.empty() == is_kept);
  }
}

TEST_CASE("an invariant that the library does not have is refused") {
  const Loaded read = removed_pod("1.31", "removed-pods-ends");
  REQUIRE(read.problems.size() == 1);
  CHECK(to_string(read.problems[0]).find("did you mean \"removed-pods-end\"?") != std::string::npos);
}

}  // namespace podreel::format
