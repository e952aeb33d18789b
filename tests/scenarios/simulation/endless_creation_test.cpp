// A pod whose containers are created again and again, because the runtime hides them.
#include <doctest/doctest.h>
#include <string>

#include "engine/api/document.hpp"
#include "engine/sim/scheduler.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

TEST_CASE("a runtime that hides what runs, without any latency, ends a run at the limit of events") {
  const std::string text = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: hidden}
spec:
  duration: 1m
  timing: ideal
  node: {kubelet: {version: "1.36"}}
  runtime:
    pods: [{name: web, containers: [{name: app, runs: [{for: 20s, exitCode: 1}, {for: forever}]}]}]
    calls:
      - call: ContainerStatus
        container: app
        from: 20s
        until: 50s
        error: "rpc error: code = NotFound desc = an error occurred when try to find container"
  timeline:
    - at: 0s
      createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}
)";
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  CHECK_THROWS_AS(static_cast<void>(replay(loaded.scenarios.front(), {})), sim::LivelockError);
}

}  // namespace podreel::simulation
