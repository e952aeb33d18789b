#include "scenarios/reproduce/recording/choice_search.hpp"

#include <doctest/doctest.h>

#include "tests/support/recorded_run.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

/// A container crashes for three minutes, so that each of several retries is a race with the loop's ticks.
format::Scenario crash_loop() {
  return testing::short_scenario(R"(duration: 3m, timing: measured, node: {kubelet: {version: "1.30.14"}},
    runtime: {pods: [{name: web, containers: [{name: a, runs: [{for: 900ms, exitCode: 1}]}]}]},
    timeline: [{at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, image: "a:1"}]}}}])");
}

/// Returns a recording that podreel has made with a seed that the search does not try.
Recording own_recording(std::uint64_t seed) {
  return recording_of(crash_loop(), testing::json_records(crash_loop(), seed));
}

Budget runs(std::size_t count) {
  Budget budget;
  budget.runs = count;
  return budget;
}

}  // namespace

TEST_CASE("the search tries each seed without and with the times that the recording shows") {
  constexpr std::uint64_t recorded_seed = 1'003;
  const Recording recording = own_recording(recorded_seed);
  REQUIRE(attempt_replay(recording, 1).difference);
  const ChoicesFound found = search_choices(recording, runs(20));
  CHECK_FALSE(found.nearest.difference);
  CHECK(found.runs <= 20);
}

TEST_CASE("choices that are not needed are left out, and those that are left reproduce the recording") {
  constexpr std::uint64_t recorded_seed = 1'003;
  const Recording recording = own_recording(recorded_seed);
  const ChoicesFound found = search_choices(recording, runs(500));
  REQUIRE_FALSE(found.nearest.difference);
  CHECK(found.runs < 500);
  CHECK_FALSE(attempt_replay(recording, found.nearest.seed, found.nearest.choices).difference);
  const std::size_t shown = recorded_phases(recording.kubelets, attempt_replay(recording, 1).taken).size();
  CHECK(found.nearest.choices.size() < shown);
  for (std::size_t index = 0; index < found.nearest.choices.size(); ++index) {
    std::vector<sim::Choice> fewer = found.nearest.choices;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(index));
    CHECK(attempt_replay(recording, found.nearest.seed, fewer).difference);
  }
}

}  // namespace podreel::reproduce
