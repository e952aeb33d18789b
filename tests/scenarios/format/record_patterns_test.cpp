#include "scenarios/format/record_patterns.hpp"

#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/load.hpp"

namespace podreel::format {

namespace {

Loaded load_expecting(const std::string& expectation) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: example}\nspec: {duration: 1s, timeline: "
      "[{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "
      "a}]}}}], expect: [" +
      expectation + "]}\n";
  Loaded loaded = load_scenarios(api::load_documents(text, "example.yaml"), "example.yaml");
  for (const api::Problem& problem : loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(loaded.problems.empty());
  return loaded;
}

std::string warnings_of(const Loaded& loaded) {
  std::string result;
  for (const api::Problem& warning : loaded.warnings) result += warning.path + ": " + warning.message + "\n";
  return result;
}

Pattern pattern_of(const Loaded& loaded) {
  return std::get<Records>(loaded.scenarios.at(0).expectations.at(0).what).record.pattern;
}

}  // namespace

TEST_CASE("former spellings of a record are read as the present ones, each with a warning") {
  const Loaded former = load_expecting("{record: {kind: world, what: action_missed, exit_code: 137}}");
  CHECK(warnings_of(former) ==
        "spec.expect[0].record.kind: \"world\" is the former spelling; write environment\n"
        "spec.expect[0].record.what: \"action_missed\" is the former spelling; write actionWithoutTarget\n"
        "spec.expect[0].record.exit_code: \"exit_code\" is the former spelling; write exitCode\n");
  const Loaded present = load_expecting("{record: {kind: environment, what: actionWithoutTarget, exitCode: 137}}");
  CHECK(warnings_of(present).empty());
  CHECK(pattern_of(former) == pattern_of(present));

  const Loaded call = load_expecting("{record: {kind: runtime, op: ExecSync, cmd: live, err: 'no*'}}");
  CHECK(pattern_of(call) ==
        pattern_of(load_expecting("{record: {kind: runtime, op: ExecSync, command: live, error: 'no*'}}")));
  CHECK(call.warnings.size() == 2);
}

TEST_CASE("a former name of an invariant is read as the present one, with a warning") {
  const Loaded loaded = load_expecting("{keeps: time-goes-on}");
  CHECK(std::get<Keeps>(loaded.scenarios.at(0).expectations.at(0).what).invariant == "no-livelock");
  CHECK(warnings_of(loaded) == "spec.expect[0].keeps: \"time-goes-on\" is a former name; write no-livelock\n");
}

}  // namespace podreel::format
