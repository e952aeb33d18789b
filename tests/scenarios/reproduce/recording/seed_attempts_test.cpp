#include "scenarios/reproduce/recording/seed_attempts.hpp"

#include <doctest/doctest.h>

#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

/// A run of a container that crashes and is probed, as if it had been recorded.
Recording own_recording() {
  const format::Scenario scenario = testing::short_scenario(R"(duration: 2m, timing: measured,
    node: {kubelet: {version: "1.35.6"}},
    runtime: {pods: [{name: web, containers: [{name: a, runs: [{for: 21.3s, exitCode: 1}]}],
      exec: [{command: live, answers: [{exitCode: 1}]}]}]},
    timeline: [{at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, image: "a:1",
      livenessProbe: {exec: {command: [live]}, periodSeconds: 2, failureThreshold: 4}}]}}}])");
  return recording_of(scenario, testing::json_records(scenario, 1'000));
}

}  // namespace

TEST_CASE("attempts with a seed begin as it draws, and go on as the recording shows") {
  const Recording recording = own_recording();
  const std::vector<ReplayAttempt> attempts = seed_attempts(recording, 1);
  REQUIRE(attempts.size() > 1);
  CHECK(attempts.front().choices.empty());
  CHECK(attempts.front().difference);
  CHECK_FALSE(attempts.back().difference);
  CHECK(is_nearer(attempts.back(), attempts.front()));
  for (const ReplayAttempt& attempt : attempts) CHECK(attempt.seed == 1);
}

TEST_CASE("attempts with a seed end when there may be no further one") {
  int asked = 0;
  CHECK(seed_attempts(own_recording(), 1, [&asked] { return ++asked < 1; }).size() == 1);
  CHECK(asked == 1);
}

TEST_CASE("a run that diverges later is nearer, and one that does not diverge the nearest") {
  ReplayAttempt early;
  early.difference.emplace().at = 2;
  ReplayAttempt late;
  late.difference.emplace().at = 3;
  const ReplayAttempt same;
  CHECK(is_nearer(late, early));
  CHECK_FALSE(is_nearer(early, late));
  CHECK(is_nearer(same, late));
  CHECK_FALSE(is_nearer(same, same));
}

}  // namespace podreel::reproduce
