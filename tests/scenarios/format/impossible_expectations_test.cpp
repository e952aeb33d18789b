// Expectations that no run can meet or break are errors, not successes.
#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/load.hpp"

namespace podreel::format {

namespace {

Loaded load_spec(const std::string& spec, const LoadOptions& options = {}) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: example}\nspec: {duration: 1s, " + spec +
      "}\n";
  return load_scenarios(api::load_documents(text, "example.yaml"), "example.yaml", options);
}

const std::string creates_web =
    "timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
    "image: a}], initContainers: [{name: prepare, image: a}]}}}]";

/// The problems of one expectation about the pod `web`.
std::string problems_of_expectation(const std::string& expectation) {
  std::string result;
  for (const api::Problem& problem : load_spec(creates_web + ", expect: [" + expectation + "]").problems) {
    result += problem.path + ": " + problem.message + "\n";
  }
  return result;
}

}  // namespace

TEST_CASE("a container that no pod has can neither start nor not start") {
  CHECK(problems_of_expectation("{call: {op: StartContainer, container: ap}, count: 0}") ==
        "spec.expect[0].call.container: unknown container \"ap\", accepted: app, prepare\n");
  CHECK(problems_of_expectation("{never: {call: {op: StopContainer, pod: web, container: sidecar}}}") != "");
  CHECK(problems_of_expectation("{record: {kind: environment, what: container_exit, container: ap}}") != "");
  CHECK(problems_of_expectation("{call: {op: StartContainer, container: 'a*'}}") == "");
  CHECK(problems_of_expectation("{call: {op: StartContainer, container: prepare}}") == "");
}

TEST_CASE("a phase, condition or status field that does not exist is no expectation") {
  CHECK(problems_of_expectation("{never: {pod: web, matches: {status: {phase: Runing}}}}") ==
        "spec.expect[0].never.matches.status.phase: found \"Runing\"; did you mean \"Running\"? Accepted: Pending, "
        "Running, Succeeded, Failed, Unknown\n");
  CHECK(problems_of_expectation("{pod: web, matches: {status: {conditons: [{type: Ready}]}}}")
            .starts_with("spec.expect[0].matches.status.conditons: unknown field; did you mean \"conditions\"?"));
  CHECK(problems_of_expectation("{pod: web, matches: {status: {conditions: [{type: Ready, status: true}]}}}") != "");
  CHECK(problems_of_expectation("{always: {pod: web, matches: {status: {containerStatuses: [{name: ap}]}}}}") != "");
  CHECK(problems_of_expectation("{pod: web, matches: {spec: {restartPolicy: always}}}") != "");
  CHECK(problems_of_expectation("{pod: web, matches: {status: {containerStatuses: {name: app}}}}") != "");
  CHECK(problems_of_expectation(
            "{pod: web, matches: {metadata: {deletionTimestamp: '*', labels: {any: x}}, status: {phase: 'Run*', "
            "containerStatuses: [{name: app, restartCount: {atMost: 2}, state: {running: {}}}]}}}") == "");
}

TEST_CASE(
    "a misspelt condition or reason of a status is an error, and one that resembles none may be somebody else's") {
  const auto never = [](const std::string& status) { return "{never: {pod: web, matches: {status: " + status + "}}}"; };
  const auto container = [&never](const std::string& state) {
    return never("{containerStatuses: [{name: app, state: " + state + "}]}");
  };
  CHECK(problems_of_expectation(never("{conditions: [{type: Redy, status: 'True'}]}")) ==
        "spec.expect[0].never.matches.status.conditions[0].type: \"Redy\" is not known as a type of a pod's condition; "
        "did you mean \"Ready\"?\n");
  CHECK(problems_of_expectation(never("{reason: Evictd}")) != "");
  CHECK(problems_of_expectation(container("{waiting: {reason: CrashLoopBackof}}")) != "");
  CHECK(problems_of_expectation(container("{terminated: {reason: OOMKiled}}")) != "");
  CHECK(problems_of_expectation(never("{conditions: [{type: example.com/in-service}], reason: Gone}")) == "");
  CHECK(problems_of_expectation(container("{waiting: {reason: CrashLoopBackOff}}")) == "");
  const auto warnings_of = [&](const std::string& expectation) {
    return load_spec(creates_web + ", expect: [" + expectation + "]").warnings.size();
  };
  CHECK(warnings_of(container("{waiting: {reason: Thinking}}")) == 1);
  CHECK(warnings_of(container("{terminated: {reason: Bored}}")) == 0);
  CHECK(warnings_of(never("{conditions: [{type: example.com/in-service}]}")) == 0);
}

TEST_CASE("a misspelt reason of an event is an error, and one that resembles none a warning") {
  CHECK(problems_of_expectation("{never: {event: {reason: BackOf}}}") ==
        "spec.expect[0].never.event.reason: unknown event reason; did you mean \"BackOff\"?\n");
  const Loaded foreign = load_spec(creates_web + ", expect: [{never: {event: {reason: LeaderElection}}}]");
  CHECK(foreign.problems.empty());
  CHECK(foreign.warnings.size() == 1);
}

TEST_CASE("a record has the fields of its kind") {
  CHECK(problems_of_expectation("{record: {kind: status, phse: Running}}")
            .starts_with("spec.expect[0].record.phse: unknown field; did you mean \"phase\"?"));
  CHECK(problems_of_expectation("{record: {kind: sync, op: exit, error: '*back-off*'}}") == "");
}

TEST_CASE("the pod of an action may be written as pod everywhere") {
  CHECK(load_spec(creates_web + "").problems.empty());
  const std::string begin = creates_web.substr(0, creates_web.size() - 1);
  for (const char* action : {"deletePod: {pod: web}", "patchPod: {pod: web, patch: {metadata: {labels: {a: b}}}}",
                             "deletePod: {name: web}"}) {
    CAPTURE(action);
    const Loaded loaded = load_spec(begin + ", {at: 500ms, " + action + "}]");
    CHECK(loaded.problems.empty());
    CHECK(loaded.warnings.empty());
  }
  const Loaded hinted = load_spec(begin + ", {at: 500ms, setImage: {name: web, container: app, image: b}}]");
  CHECK(hinted.problems.empty());
  REQUIRE(hinted.warnings.size() == 1);
  CHECK(hinted.warnings.front().message == "write `pod`, the spelling that every action accepts");
  CHECK_FALSE(load_spec(begin + ", {at: 500ms, deletePod: {name: web, pod: web}}]").problems.empty());
}

TEST_CASE("a variable with the name of the kubelet axis has the version of the command line") {
  LoadOptions options;
  options.kubelet = release::parse_release("1.34");
  const Loaded loaded = load_spec(
      "matrix: {kubelet: [\"1.28\", \"1.36\"]}, node: {kubelet: {version: \"${kubelet}\"}}, " + creates_web, options);
  CHECK(loaded.problems.empty());
  REQUIRE(loaded.scenarios.size() == 1);
  CHECK(loaded.scenarios.front().node.kubelet.version.minor == 34);
}

}  // namespace podreel::format
