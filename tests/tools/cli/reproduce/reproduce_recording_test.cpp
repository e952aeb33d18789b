// `podreel reproduce SCENARIO RECORDING.jsonl`.
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

constexpr const char* recorded_crash_loop = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: crash}
spec:
  duration: 1m
  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 3s, exitCode: 1}]}]}]}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "a:1"}]}}
)";

CommandResult reproduced(const ScratchFolder& folder, const std::string& recording,
                         const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"reproduce", folder / "crash.yaml", folder / recording};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_podreel(arguments);
}

}  // namespace

TEST_CASE("a recording made by podreel is reproduced by the seed that it was made with") {
  const ScratchFolder folder;
  std::ofstream{folder / "crash.yaml"} << recorded_crash_loop;
  std::ofstream{folder / "recorded.jsonl"}
      << run_podreel({"run", folder / "crash.yaml", "--seed", "3", "-o", "jsonl"}).out;
  const CommandResult found = reproduced(folder, "recorded.jsonl");
  CHECK(found.exit_code == 0);
  CHECK(has(found.out, "reproduced with seed "));
  const CommandResult yaml = reproduced(folder, "recorded.jsonl", {"-o", "yaml"});
  CHECK(has(yaml.out, "  seed: "));
  CHECK(run_podreel({"run", "-f", "-"}, {.standard_input = yaml.out}).exit_code == 0);
}

TEST_CASE("the scenario that reproduces a recording has the kubelet that was simulated") {
  const ScratchFolder folder;
  std::ofstream{folder / "crash.yaml"} << recorded_crash_loop;
  const std::string run = run_podreel({"run", folder / "crash.yaml", "--kubelet-version", "1.29", "-o", "jsonl"}).out;
  std::ofstream{folder / "stated.jsonl"}
      << "{\"t\":0,\"kind\":\"recording\",\"what\":\"kubelet\",\"version\":\"1.29.14\"}\n"
      << run;
  CHECK(has(reproduced(folder, "stated.jsonl").out, "version: \"1.29.14\""));
  const CommandResult yaml = reproduced(folder, "stated.jsonl", {"-o", "yaml"});
  REQUIRE(yaml.exit_code == 0);
  CHECK(run_podreel({"run", "-f", "-", "-o", "jsonl"}, {.standard_input = yaml.out}).out == run);
  const CommandResult other = reproduced(folder, "stated.jsonl", {"--kubelet-version", "1.29.3"});
  CHECK(has(other.err, "note: the recording states kubelet 1.29.14; simulated: 1.29.3"));
}

TEST_CASE("a recording that no run reproduces makes exit code 1, and both sides are shown where they part") {
  const ScratchFolder folder;
  std::ofstream{folder / "crash.yaml"} << recorded_crash_loop;
  std::string other = run_podreel({"run", folder / "crash.yaml", "-o", "jsonl"}).out;
  for (std::size_t at = other.find("\"exitCode\":1"); at != std::string::npos;
       at = other.find("\"exitCode\":1", at + 1)) {
    other.replace(at, 12, "\"exitCode\":7");
  }
  std::ofstream{folder / "other.jsonl"} << other;
  const CommandResult found = reproduced(folder, "other.jsonl", {"--budget", "70"});
  CHECK(found.exit_code == 1);
  CHECK(has(found.out, "no match in "));
  CHECK(has(found.out, "exitCode=7 script"));
  CHECK(has(found.out, "exitCode=1 script"));
  const auto document = nlohmann::json::parse(reproduced(folder, "other.jsonl", {"--budget", "70", "-o", "json"}).out);
  CHECK(document["reproduced"] == false);
  CHECK(document["difference"]["kind"] == "exit of app");
}

TEST_CASE("what is no recording, or not one scenario, is refused with its place") {
  const ScratchFolder folder;
  std::ofstream{folder / "crash.yaml"} << recorded_crash_loop;
  std::ofstream{folder / "bad.jsonl"} << "{\"t\": 0, \"kind\": \"event\"}\n{\"t\": \"x\"}\n";
  std::ofstream{folder / "empty.jsonl"} << "\n";
  const CommandResult bad = reproduced(folder, "bad.jsonl");
  CHECK(bad.exit_code == 2);
  CHECK(has(bad.err, "bad.jsonl:2: not a record of a timeline"));
  CHECK(reproduced(folder, "empty.jsonl").exit_code == 2);
  const CommandResult alone = run_podreel({"reproduce", folder / "bad.jsonl"});
  CHECK(alone.exit_code == 2);
  CHECK(has(alone.err, "SCENARIO RECORDING.jsonl"));
}

}  // namespace podreel::testing
