#include "scenarios/reproduce/recording/recording.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

TEST_CASE("choices are counted until an instant of the run") {
  const format::Scenario played = testing::short_scenario(R"(duration: 20s, timing: measured, timeline: [{at: 5s,
    createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}}])");
  const Recording recording = recording_of(played, testing::json_records(played, 1));
  const ReplayAttempt attempt = attempt_replay(recording, 1);
  const std::size_t at_start = choices_until(attempt, 0);
  CHECK(choices_until(attempt, -5) == at_start);
  CHECK(choices_until(attempt, 15) > at_start);
  CHECK(choices_until(attempt, 20) >= choices_until(attempt, 15));
}

}  // namespace podreel::reproduce
