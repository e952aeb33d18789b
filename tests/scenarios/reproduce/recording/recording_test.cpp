#include "scenarios/reproduce/recording/recording.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/recorded_run.hpp"

namespace podreel::reproduce {

namespace {

/// A run of 20 s with these steps.
format::Scenario measured_run(const std::string& steps) {
  format::Loaded loaded = format::load_scenarios(api::load_documents(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: recorded}
spec:
  duration: 20s
  timing: measured
  node: {kubelet: {version: "1.36.2"}}
  timeline:
)" + steps,
                                                                     "scenario.yaml"),
                                                 "scenario.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

}  // namespace

TEST_CASE("an OOM kill that spares other processes shows that the node's control groups are of version 1") {
  const format::Scenario played = measured_run(R"(
    - {at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}}
    - {at: 10s, oomKill: {pod: web, container: app, process: child}}
)");
  for (const bool kills_groups : {false, true}) {
    CAPTURE(kills_groups);
    format::Scenario scenario = played;
    scenario.runtime.kills_groups = kills_groups;
    const Recording recording = recording_of(played, testing::json_records(scenario, 1));
    CHECK(recording.scenario.runtime.kills_groups == kills_groups);
    CHECK_FALSE(attempt_replay(recording, 1).difference);
  }
}

TEST_CASE("choices are counted until an instant of the run") {
  const format::Scenario played = measured_run(R"(
    - {at: 5s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}}
)");
  const Recording recording = recording_of(played, testing::json_records(played, 1));
  const ReplayAttempt attempt = attempt_replay(recording, 1);
  const std::size_t at_start = choices_until(recording, attempt, 0);
  CHECK(choices_until(recording, attempt, -5) == at_start);
  CHECK(choices_until(recording, attempt, 15) > at_start);
  CHECK(choices_until(recording, attempt, 20) >= choices_until(recording, attempt, 15));
}

}  // namespace podreel::reproduce
