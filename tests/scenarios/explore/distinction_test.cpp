// The records, times and objects in which two runs differ.
#include "scenarios/explore/distinction.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scenarios/explore/shown_difference.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;

/// A pod whose container runs as described.
Workload running(std::string_view runs) {
  return testing::workloads_in(fmt::format(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: running}}
spec:
  duration: 90s
  timing: ideal
  node: {{kubelet: {{version: "1.30"}}}}
  runtime: {{pods: [{{name: web, containers: [{{name: app, runs: [{}]}}]}}]}}
  timeline:
    - at: 0s
      createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{containers: [{{name: app, image: "app:1"}}]}}}}
)",
                                           runs))
      .front();
}

format::Scenario scenario_of(const Workload& workload) {
  return loaded(workload).scenarios.at(0);
}

/// Whether the workload meets the expectation of as many records as the mark counts before or after the change.
bool meets(Workload workload, const Distinction& mark, std::size_t count) {
  ordered_json expected = expectation_of(mark, count, {});
  expected.erase("when");
  workload.document["spec"]["expect"] = ordered_json::array({std::move(expected)});
  return explore::holds(scenario_of(workload), 1);
}

/// Finds the distinction, of which each run meets its own count and not the other's.
Distinction distinction_of(const Workload& first, const Workload& second) {
  const auto mark = find_distinction(scenario_of(first), scenario_of(second));
  REQUIRE(mark);
  CAPTURE(mark->record.dump());
  CHECK(mark->before != mark->after);
  CHECK(meets(first, *mark, mark->before));
  CHECK(meets(second, *mark, mark->after));
  CHECK_FALSE(meets(first, *mark, mark->after));
  CHECK_FALSE(meets(second, *mark, mark->before));
  return *mark;
}

}  // namespace

TEST_CASE("equal runs have no distinction") {
  const format::Scenario scenario = scenario_of(running("{for: 10s}"));
  CHECK_FALSE(find_distinction(scenario, scenario));
}

TEST_CASE("an event that one run lacks is preferred to events that differ in number") {
  const Distinction mark = distinction_of(running("{for: 20s}, {for: 1000s}"), running("{for: 20s}, {for: 5s}"));
  CHECK(mark.record["event"]["reason"] == "BackOff");
  CHECK(mark.before == 0);
  CHECK(mark.after > 0);
  CHECK_FALSE(mark.is_counted);
  CHECK_FALSE(mark.between);
}

TEST_CASE("events that differ in number are counted") {
  const Distinction mark = distinction_of(running("{for: 20s}"), running("{for: 20s}, {for: 5s}"));
  CHECK(mark.record["event"]["reason"] == "BackOff");
  CHECK(mark.before == 3);
  CHECK(mark.after == 6);
  CHECK(mark.is_counted);
}

TEST_CASE("without a difference in events, a reported status distinguishes") {
  const Distinction mark =
      distinction_of(running("{for: 20s, exitCode: 0}"), running("{for: 20s, exitCode: 1}, {for: 20s, exitCode: 0}"));
  CHECK(mark.record["record"]["kind"] == "status");
  CHECK(mark.record["record"]["containers"][0]["state"]["terminated"]["exitCode"] == 1);
  CHECK(mark.before == 0);
  CHECK(mark.after == 1);
  CHECK_FALSE(mark.is_counted);
}

TEST_CASE("records that differ only in their times are found where the other run has none") {
  const Workload early = running("{for: 1000s}");
  Workload late = early;
  late.document["spec"]["timeline"][0]["at"] = "400ms";
  const Distinction mark = distinction_of(early, late);
  CHECK(mark.record["record"]["op"] == "ADD");
  REQUIRE(mark.between);
  CHECK(mark.between->first == 400ms);
  CHECK(mark.between->second == 401ms);
}

TEST_CASE("runs without a duration are compared for ten minutes, and no run for more than two hours") {
  format::Scenario scenario = scenario_of(running("{for: 10s}"));
  CHECK(run_length(scenario) == 90s);
  scenario.duration.reset();
  CHECK(run_length(scenario) == 10min);
  scenario.duration = 3h;
  CHECK(run_length(scenario) == 2h);
}

}  // namespace podreel::explore
