#include "engine/kubelet/termination/worker_termination.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "scenarios/language/load.hpp"
#include "scenarios/simulation/recorded_run.hpp"

namespace podreel::kubelet {

namespace {

/// A pod with 7 s of grace is removed from the API while the kubelet is away: what stops it then, "StopContainer 1".
std::vector<std::string> stops_of_orphan(const std::string& release) {
  const std::string text = fmt::format(
      R"({{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: orphan}},
      spec: {{description: A pod is gone., duration: 60s, timing: ideal, node: {{kubelet: {{version: '{}'}}}},
      timeline: [{{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}},
      spec: {{terminationGracePeriodSeconds: 7, containers: [{{name: app, image: 'app:1'}}]}}}}}},
      {{at: 18s, stopKubelet: {{}}}}, {{at: 20s, deletePod: {{name: web, gracePeriodSeconds: 0}}}},
      {{at: 22s, startKubelet: {{}}}}]}}}})",
      release);
  const language::Loaded loaded = language::load_scenarios(api::load_documents(text, "orphan.yaml"), "orphan.yaml");
  REQUIRE(loaded.problems.empty());
  std::vector<std::string> stops;
  for (const trace::Record& record : simulation::recorded_run(loaded.scenarios.front()).records) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call != nullptr && call->op == "StopContainer") stops.push_back(fmt::format("{} {}", call->op, *call->timeout));
  }
  return stops;
}

}  // namespace

TEST_CASE("an orphan is given one second whatever its own grace period is, and two, the least of all, since 1.27") {
  using Lines = std::vector<std::string>;
  CHECK(stops_of_orphan("1.24") == Lines{"StopContainer 1"});
  CHECK(stops_of_orphan("1.30") == Lines{"StopContainer 2"});
}

}  // namespace podreel::kubelet
