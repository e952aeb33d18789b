// The note on a kubelet release that neither a scenario nor the command line selects.
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

const std::string one_pod =
    "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i}]}}";

std::string scenario_with(const std::string& more) {
  return "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: one}, spec: {duration: 5s, " + more +
         " timeline: [{at: 0s, createPod: " + one_pod +
         "}], expect: [{pod: web, matches: {status: {phase: Running}}}]}}";
}

bool notes_default(const CommandResult& result) {
  CHECK(result.exit_code == 0);
  return has(result.err, "note: kubelet 1.37, the newest; --kubelet-version selects another release\n");
}

bool notes_default(const std::string& text, const std::vector<std::string>& more = {}) {
  const ScratchFolder folder;
  std::ofstream{folder / "one.yaml"} << text;
  std::vector<std::string> arguments{"test", folder / "one.yaml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return notes_default(run_podreel(arguments));
}

}  // namespace

TEST_CASE("test names the release of a kubelet that nothing selects") {
  CHECK(notes_default(scenario_with("")));
  CHECK_FALSE(notes_default(scenario_with("node: {kubelet: {version: '1.30'}},")));
  CHECK_FALSE(notes_default(scenario_with("matrix: {kubelet: ['1.29', '1.30']},")));
  CHECK_FALSE(notes_default(scenario_with(""), {"--kubelet-version", "1.30"}));
  CHECK(notes_default(one_pod));
  CHECK_FALSE(notes_default(one_pod, {"--kubelet-version", "1.30"}));
}

TEST_CASE("decide names the release of a kubelet that nothing selects, except in output for programs") {
  const CommandInput input{.standard_input = R"({"pod":{"metadata":{"name":"web"},"spec":{"containers":[{"name":"app",)"
                                             R"("image":"i"}]}},"status":{"sandboxes":[],"containers":[]}})"};
  CHECK(notes_default(run_podreel({"decide", "-"}, input)));
  CHECK_FALSE(notes_default(run_podreel({"decide", "-", "--kubelet-version", "1.37"}, input)));
  CHECK_FALSE(notes_default(run_podreel({"decide", "-", "-o", "jsonl"}, input)));
}

}  // namespace podreel::testing
