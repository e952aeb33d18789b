#include "scenarios/explore/workload.hpp"

#include <doctest/doctest.h>

#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

TEST_CASE("each run of a matrix is a document of its own, without variables") {
  const auto workloads = testing::workloads_in(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: two}
spec:
  variables: {image: "app:1"}
  matrix: {kubelet: ["1.28", "1.30.2"]}
  timeline:
    - at: 0s
      createPod:
        {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "${image}"}]}}
)");
  REQUIRE(workloads.size() == 2);
  const format::Loaded read = loaded(workloads[1]);
  CHECK(read.problems.empty());
  REQUIRE(read.scenarios.size() == 1);
  CHECK(release::to_string(read.scenarios[0].node.kubelet.version) == "1.30.2");
  CHECK(read.scenarios[0].variant.empty());
  const auto& pod = workloads[1].document["spec"]["timeline"][0]["createPod"];
  CHECK(pod["spec"]["containers"][0]["image"] == "app:1");
}

TEST_CASE("manifests alone are a scenario with them beside it") {
  const auto workloads = testing::workloads_in(
      "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: "
      "[{name: app, image: 'app:1'}]}}");
  REQUIRE(workloads.size() == 1);
  CHECK(workloads[0].manifests.size() == 1);
  const format::Loaded read = loaded(workloads[0]);
  REQUIRE(read.scenarios.size() == 1);
  CHECK(read.scenarios[0].timeline.size() == 1);
}

TEST_CASE("a document keeps the order of its source") {
  const auto workload = testing::workloads_in(R"(
kind: Scenario
apiVersion: podreel.dev/v1alpha1
metadata: {name: ordered}
spec:
  timeline:
    - createPod: {kind: Pod, apiVersion: v1, spec: {containers: [{name: b, image: a}]}, metadata: {name: web}}
      at: 0s
)")
                            .front();
  CHECK(workload.document.begin().key() == "kind");
  CHECK(workload.document["spec"]["timeline"].dump() ==
        R"([{"createPod":{"kind":"Pod","apiVersion":"v1","spec":{"containers":[{"name":"b","image":"a"}]},)"
        R"("metadata":{"name":"web"}},"at":"0s"}])");
}

TEST_CASE("options of the command line are in the document") {
  format::LoadOptions options;
  options.kubelet = release::parse_release("1.29.3");
  options.seed = 7;
  options.until = std::chrono::minutes{5};
  options.timing = timing::Model::ideal;
  options.feature_gates = {{"SidecarContainers", false}};
  options.policy = decide::parse_policy("dual-hash 1.28");
  const auto workloads = testing::workloads_in(testing::initialized_pod, options);
  const format::Scenario scenario = loaded(workloads.at(0)).scenarios.at(0);
  CHECK(release::to_string(scenario.node.kubelet.version) == "1.29.3");
  CHECK(scenario.seed == 7);
  CHECK(scenario.duration == std::chrono::minutes{5});
  CHECK(scenario.timing == timing::Model::ideal);
  CHECK(scenario.node.kubelet.feature_gates.at("SidecarContainers") == false);
  CHECK(scenario.node.kubelet.identity_policy == *options.policy);
}

TEST_CASE("a plain workload has nothing that a search might let go wrong, and what it is about") {
  auto workload = testing::workloads_in(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: troubled}
spec:
  runtime:
    pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 1}]}]}]
    calls: [{call: RemoveContainer, error: busy}]
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}
    - {at: 10s, stopKubelet: {signal: KILL}}
    - {at: 11s, startKubelet: {}}
    - {at: 15s, rebootNode: {downFor: 20s}}
    - {at: 60s, stopKubelet: {}}
    - {at: 61s, startKubelet: {version: "1.31"}}
    - {at: 90s, deletePod: {name: web}}
)")
                      .front();
  leave_out_faults(workload.document);
  const auto& spec = workload.document["spec"];
  CHECK_FALSE(spec["runtime"].contains("calls"));
  CHECK(spec["runtime"]["pods"].size() == 1);
  REQUIRE(spec["timeline"].size() == 4);
  CHECK(spec["timeline"][1]["at"] == "60s");
  CHECK(spec["timeline"][2]["startKubelet"]["version"] == "1.31");
  CHECK(spec["timeline"][3].contains("deletePod"));
  CHECK(loaded(workload).problems.empty());
}

}  // namespace podreel::explore
