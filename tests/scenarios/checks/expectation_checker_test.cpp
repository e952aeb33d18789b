#include "scenarios/checks/expectation_checker.hpp"

#include <doctest/doctest.h>

#include "scenarios/format/load.hpp"
#include "tests/support/recorded_run.hpp"

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time start = sim::from_unix_seconds(1'700'000'000);

trace::Record event(sim::Duration at, const std::string& reason, const std::string& message) {
  trace::Event payload;
  payload.type = "Normal";
  payload.reason = reason;
  payload.message = message;
  return {start + at, "default/web", payload};
}

trace::Record call(sim::Duration at, const std::string& op) {
  trace::RuntimeCall payload;
  payload.op = op;
  payload.container = "app";
  return {start + at, "default/web", payload};
}

PodVersion version(sim::Duration since, const std::string& phase, int restarts) {
  const nlohmann::json container{{"name", "app"}, {"restartCount", restarts}};
  const nlohmann::json status{{"phase", phase}, {"containerStatuses", nlohmann::json::array({container})}};
  return {start + since, std::make_shared<const nlohmann::json>(nlohmann::json{{"status", status}})};
}

/// A pod that starts at 1 s, is killed and restarted at 60 s, and is gone at 100 s.
testing::RunHistory history() {
  testing::RunHistory result;
  result.start = start;
  result.end = start + 2min;
  result.records = {call(0s, "RunPodSandbox"),
                    call(1s, "StartContainer"),
                    event(1s, "Started", "Started container app"),
                    event(60s, "Killing", "Container app definition changed, will be restarted"),
                    call(60s, "StopContainer"),
                    call(61s, "StartContainer"),
                    event(61s, "Started", "Started container app")};
  result.pods["default/web"] = {
      version(0s, "Pending", 0), version(1s, "Running", 0), version(61s, "Running", 1), {start + 100s, nullptr}};
  return result;
}

std::vector<Verdict> verdicts_of(const Scenario& scenario, const testing::RunHistory& run) {
  ExpectationChecker checker{scenario, run.start};
  for (const trace::Record& record : run.records) checker.write(record);
  for (const auto& [pod, versions] : run.pods) {
    for (const PodVersion& version : versions) checker.observe(pod, version);
  }
  return std::move(checker).verdicts(run.end);
}

struct Outcome {
  Loaded loaded;
  testing::RunHistory run;
  Verdict verdict;
};

/// The verdict about one expectation; the pod and container exist.
Outcome judged(const std::string& expectation) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: example}\nspec:\n  timeline:\n"
      "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},"
      " spec: {containers: [{name: app, image: 'app:1'}]}}}\n  expect:\n    - " +
      expectation + "\n";
  Outcome outcome{load_scenarios(api::load_documents(text, "example.yaml"), "example.yaml"), history(), {}};
  for (const api::Problem& problem : outcome.loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(outcome.loaded.scenarios.size() == 1);
  const std::vector<Verdict> verdicts = verdicts_of(outcome.loaded.scenarios.front(), outcome.run);
  REQUIRE(verdicts.size() == 1);
  outcome.verdict = verdicts.front();
  return outcome;
}

bool holds(const std::string& expectation) {
  return judged(expectation).verdict.held;
}

/// Kinds of records that this expectation needs.
trace::Kinds wanted_for(const std::string& expectation) {
  const Outcome outcome = judged(expectation);
  return ExpectationChecker{outcome.loaded.scenarios.front(), start}.wanted();
}

}  // namespace

TEST_CASE("a judge wants the kinds of records that expectations name") {
  CHECK(wanted_for("{at: 0s, pod: web, matches: {status: {phase: Pending}}}") == trace::Kinds{});
  CHECK(wanted_for("{event: {reason: Killing}, count: 1}") == trace::Kinds::of<trace::Event>());
  CHECK(wanted_for("{order: [{event: {reason: Started}}, {call: {op: StopContainer}}]}") ==
        (trace::Kinds::of<trace::Event, trace::RuntimeCall>()));
  CHECK(wanted_for("{record: {kind: loop, op: PLEG}, count: 2}") == trace::Kinds::of<trace::Loop>());
  CHECK(wanted_for("{record: {kind: 'event*', reason: Started}, count: 2}") == trace::Kinds::all());
}

TEST_CASE("an expectation that held is complete with the record or the version that decides it") {
  const auto shown_at = [](const std::string& expectation) {
    const Verdict verdict = judged(expectation).verdict;
    return verdict.shown_at ? std::optional{*verdict.shown_at - start} : std::nullopt;
  };
  CHECK(shown_at("{event: {reason: Killing}, count: 1}") == 60s);
  CHECK(shown_at("{event: {reason: Started}}") == 1s);
  CHECK(shown_at("{event: {reason: Started}, count: 2}") == 61s);
  CHECK(shown_at("{order: [{event: {reason: Started}}, {call: {op: StopContainer}}]}") == 60s);
  CHECK(shown_at("{at: 30s, pod: web, matches: {status: {phase: Running}}}") == 30s);
  CHECK(shown_at("{by: 100s, pod: web, matches: {status: {containerStatuses: [{restartCount: 1}]}}}") == 61s);
  // All of the period counts.
  CHECK(shown_at("{never: {event: {reason: BackOff}}, until: 90s}") == 90s);
  CHECK(shown_at("{never: {event: {reason: BackOff}}}") == 2min);
  CHECK(shown_at("{always: {pod: web, matches: {status: {phase: Running}}}, between: [1s, 99s]}") == 99s);
  CHECK(shown_at("{always: {pod: web, matches: {status: {phase: Running}}}, between: [1s, 10m]}") == std::nullopt);
  CHECK(shown_at("{event: {reason: Started}, count: 3}") == std::nullopt);
}

TEST_CASE("a pod at a time is as the API had it then") {
  CHECK(holds("{at: 0s, pod: web, matches: {status: {phase: Pending}}}"));
  CHECK(holds("{at: 1s, pod: web, matches: {status: {phase: Running}}}"));
  CHECK(holds("{at: 60s, pod: web, matches: {status: {containerStatuses: [{name: app, restartCount: 0}]}}}"));
  CHECK(holds("{at: 100s, pod: web, exists: false}"));
  CHECK(holds("{pod: web, exists: false}"));
  CHECK_FALSE(holds("{at: 99s, pod: web, exists: false}"));
  CHECK_FALSE(holds("{at: 60s, pod: web, matches: {status: {phase: Pending}}}"));
}

TEST_CASE("a time after the end of the run is no evidence") {
  const Outcome outcome = judged("{at: 3m, pod: web, exists: false}");
  CHECK_FALSE(outcome.verdict.held);
  CHECK(outcome.verdict.seen == "the run ended at 2m, before 3m");
}

TEST_CASE("by, always and never look at all versions of the span") {
  CHECK(holds("{by: 61s, pod: web, matches: {status: {containerStatuses: [{name: app, restartCount: 1}]}}}"));
  CHECK_FALSE(holds("{by: 60s, pod: web, matches: {status: {containerStatuses: [{name: app, restartCount: 1}]}}}"));
  CHECK(holds("{always: {pod: web, matches: {status: {phase: Running}}}, between: [10s, 99s]}"));
  CHECK_FALSE(holds("{always: {pod: web, matches: {status: {phase: Running}}}, from: 10s}"));
  CHECK(holds("{never: {pod: web, matches: {status: {phase: Failed}}}}"));
  CHECK_FALSE(holds("{never: {pod: web, matches: {status: {phase: Pending}}}}"));
  CHECK(holds("{never: {pod: web, matches: {status: {phase: Pending}}}, from: 1s}"));
}

TEST_CASE("records are counted in a span") {
  CHECK(holds("{event: {reason: Killing, message: '*definition changed*'}, between: [60s, 70s], count: 1}"));
  CHECK(holds("{call: {op: StartContainer, container: app}, count: 2}"));
  CHECK(holds("{call: {op: StartContainer}, count: {atMost: 2}}"));
  CHECK(holds("{call: {op: StartContainer}, by: 60s, count: 1}"));
  CHECK(holds("{never: {event: {reason: BackOff}}}"));
  CHECK_FALSE(holds("{never: {event: {reason: Killing}}}"));
  CHECK_FALSE(holds("{call: {op: StartContainer}, count: 3}"));
  CHECK(holds("{never: {event: {reason: Killing}}, until: 59s}"));
}

TEST_CASE("records follow one another") {
  CHECK(holds("{order: [{event: {reason: Killing}}, {call: {op: StopContainer}}, {event: {reason: Started}}]}"));
  const Outcome outcome = judged("{order: [{event: {reason: Killing}}, {call: {op: RunPodSandbox}}]}");
  CHECK_FALSE(outcome.verdict.held);
  CHECK(outcome.verdict.seen == "record 2 of 2 is missing after the previous ones");
}

TEST_CASE("an expectation for another release is not judged") {
  const Outcome outcome = judged("{pod: web, exists: false, when: {kubelet: {since: '1.30'}}}");
  CHECK(outcome.verdict.held);
  Scenario scenario = outcome.loaded.scenarios.front();
  scenario.node.kubelet.version = {28, 3};
  CHECK(verdicts_of(scenario, outcome.run).empty());
}

TEST_CASE("a failed verdict shows what was expected, what was seen and the nearest records") {
  const Outcome pod = judged("{at: 90s, pod: web, matches: {status: {phase: Failed}}, because: it was killed}");
  CHECK(render_verdict(pod.verdict, pod.loaded.scenarios.front(), start) ==
        "example.yaml:8:7: {at: 90s, pod: web, matches: {status: {phase: Failed}}, because: it was killed}\n"
        "  because it was killed\n"
        "  at 1m30s the pod differed:\n"
        "    status.phase\n"
        "      expected  \"Failed\"\n"
        "      seen      \"Running\"\n");
  const Outcome records = judged("{event: {reason: Killing, message: '*liveness*'}}");
  CHECK(render_verdict(records.verdict, records.loaded.scenarios.front(), start) ==
        "example.yaml:8:7: {event: {reason: Killing, message: \"*liveness*\"}}\n"
        "  found 0, expected at least 1\n"
        "  closest records:\n"
        "              1m  event       default/web  message=Container app definition changed, will be restarted  "
        "obj=Pod  reason=Killing  type=Normal\n");
}

}  // namespace podreel::format
