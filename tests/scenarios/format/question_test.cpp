// spec.questions: what people are asked before they look.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"

namespace podreel::format {

namespace {

constexpr std::string_view one_pod = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: asked}}
spec:
  duration: 10s
  timeline:
    - {{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}},
       spec: {{containers: [{{name: app, image: "app:1"}}]}}}}}}
  questions:
    - at: {}
      ask: What is its phase in the end?
      choices: [{}]
)";

const std::string is_running =
    "{answer: Running, rightIf: {pod: web, matches: {status: {phase: Running}}}, because: it runs}";
const std::string is_failed =
    "{answer: Failed, rightIf: {pod: web, matches: {status: {phase: Failed}}}, because: it failed}";
const std::string has_started = "{answer: It has started, rightIf: {event: {reason: Started}}, because: it did}";

Loaded asked(std::string_view at, const std::string& choices) {
  return load_scenarios(api::load_documents(fmt::format(fmt::runtime(one_pod), at, choices), "asked.yaml"),
                        "asked.yaml");
}

Verdict verdict_of(const std::string& choices) {
  const Loaded loaded = asked("1s", choices);
  REQUIRE(loaded.problems.empty());
  Verdict verdict = simulation::run_and_check(loaded.scenarios.front()).verdicts.back();
  verdict.expectation = nullptr;
  return verdict;
}

std::string problem_with(std::string_view at, const std::string& choices) {
  const Loaded loaded = asked(at, choices);
  REQUIRE(loaded.problems.size() == 1);
  return loaded.problems.front().path + ": " + loaded.problems.front().message;
}

}  // namespace

TEST_CASE("the run says which choice is right") {
  const Verdict verdict = verdict_of(is_failed + ", " + is_running);
  CHECK(verdict.held);
  CHECK(verdict.right == std::vector<std::size_t>{1});
}

TEST_CASE("a question whose answers are all wrong does not hold") {
  const Verdict verdict = verdict_of(is_failed + ", " + is_failed);
  CHECK_FALSE(verdict.held);
  CHECK(verdict.right.empty());
  CHECK(verdict.seen == "no answer is right");
}

TEST_CASE("a question with two right answers does not hold") {
  const Verdict verdict = verdict_of(is_running + ", " + is_failed + ", " + has_started);
  CHECK_FALSE(verdict.held);
  CHECK(verdict.seen == "several answers are right: Running; It has started");
}

TEST_CASE("what is no question is refused") {
  CHECK(problem_with("1s", is_running) == "spec.questions[0].choices: found 1, accepted: 2 to 4 choices");
  CHECK(problem_with("11s", is_running + ", " + is_failed) ==
        "spec.questions[0].at: must not be after the end of the run");
  CHECK(problem_with("1s", is_running + ", {answer: Failed, because: it failed}").find("rightIf") != std::string::npos);
  CHECK(problem_with(
            "1s",
            is_running + ", {answer: It stays, rightIf: {event: {reason: Started}, because: x}, because: so it is}") ==
        "spec.questions[0].choices[1].rightIf.because: not accepted in a choice");
  CHECK(problem_with("1s", is_running + ", {answer: Other, rightIf: {pod: other, exists: true}, because: so it is}")
            .find("rightIf.pod: unknown pod \"other\", accepted: web") != std::string::npos);
}

}  // namespace podreel::format
