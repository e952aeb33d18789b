// Expectations about how long a pod is not Ready.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time run_start = sim::from_unix_seconds(1'700'000'000);

Loaded loaded_with(const std::string& expectation) {
  return load_scenarios(
      api::load_documents(
          "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  timeline: [{at: 0s, "
          "createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "
          "'a:1'}]}}}, {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: other}, spec: {containers: "
          "[{name: app, image: 'a:1'}]}}}]\n  expect: [" +
              expectation + "]\n",
          "s.yaml"),
      "s.yaml", {});
}

PodVersion ready(sim::Duration since, bool is_ready) {
  const nlohmann::json condition{{"type", "Ready"}, {"status", is_ready ? "True" : "False"}};
  return {run_start + since, std::make_shared<const nlohmann::json>(
                                 nlohmann::json{{"status", {{"conditions", nlohmann::json::array({condition})}}}})};
}

/// Of a pod that becomes Ready at 10 s, is down from 20 s to 23 s, gone from 40 s to 41 s, and down from 95 s to the
/// run's end at 100 s.
Verdict verdict_on(const std::string& expectation) {
  const Loaded loaded = loaded_with(expectation);
  REQUIRE(loaded.problems.empty());
  ExpectationChecker checker{loaded.scenarios.front(), run_start};
  for (const PodVersion& version :
       {ready(1s, false), ready(10s, true), ready(20s, false), ready(21s, false), ready(23s, true),
        PodVersion{run_start + 40s, nullptr}, ready(41s, true), ready(95s, false)}) {
    checker.observe("default/web", version);
    checker.observe("default/other", ready(0s, false));
  }
  return std::move(checker).verdicts(run_start + 100s).front();
}

}  // namespace

TEST_CASE("all times without Ready count together, from the first Ready to the end") {
  CHECK(verdict_on("{downtime: {pod: web, atMost: 9s}}").held);
  const Verdict verdict = verdict_on("{downtime: {pod: web, atMost: 8999ms}}");
  CHECK_FALSE(verdict.held);
  CHECK(verdict.seen ==
        "the pod was not Ready for 9s in total, expected at most 8.999s\n    from 20s for 3s\n    from 40s for 1s\n"
        "    from 1m35s for 5s");
}

TEST_CASE("of a span only what lies in it") {
  CHECK(verdict_on("{downtime: {pod: web, atMost: 0s}, between: [23s, 40s]}").held);
  CHECK(verdict_on("{downtime: {pod: web, atMost: 2s}, from: 22s, until: 50s}").held);
  CHECK_FALSE(verdict_on("{downtime: {pod: web, atMost: 1s}, from: 22s, until: 50s}").held);
  CHECK(verdict_on("{downtime: {pod: web, atMost: 0s}, by: 20s}").held);
}

TEST_CASE("a pod that never is Ready has not been up for that") {
  const Verdict verdict = verdict_on("{downtime: {pod: other, atMost: 1h}}");
  CHECK_FALSE(verdict.held);
  CHECK(verdict.seen == "the pod was never Ready");
}

TEST_CASE("what does not belong to it is refused") {
  for (const char* wrong :
       {"{downtime: {pod: web}}", "{downtime: {atMost: 1s}}", "{downtime: {pod: web, atMost: -1s}}",
        "{downtime: {pod: web, atMost: 1s}, at: 5s}", "{downtime: {pod: web, atMost: 1s}, count: 1}",
        "{downtime: {pod: web, atMost: 1s}, pod: web}"}) {
    CAPTURE(wrong);
    CHECK_FALSE(loaded_with(wrong).problems.empty());
  }
}

}  // namespace podreel::format
