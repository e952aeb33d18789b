// Files that are meant to crash, to hang or to eat memory.
#include <doctest/doctest.h>
#include <fstream>
#include <functional>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/memory_limit.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t index = 0; index < count; ++index) result += text;
  return result;
}

std::string pod_with(const std::string& spec) {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: i}]" + spec + "}\n";
}

std::string scenario_with(const std::string& spec) {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: bad}\nspec: {" + spec + "}\n";
}

/// Eight levels of lists that hold the one before nine times.
std::string alias_bomb() {
  std::string text = "l0: &l0 [x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level <= 8; ++level) {
    const std::string before = "*l" + std::to_string(level - 1);
    text += "l" + std::to_string(level) + ": &l" + std::to_string(level) + " [" + repeated(before + ", ", 8) + before +
            "]\n";
  }
  return text;
}

std::string blocks_in_blocks(std::size_t levels) {
  std::string text;
  for (std::size_t level = 0; level < levels; ++level) text += std::string(level, ' ') + "a:\n";
  return text;
}

/// `podreel run` on a file with this text.
CommandResult run_on(const std::string& name, const std::string& text) {
  const ScratchFolder scratch;
  std::ofstream{scratch / name, std::ios::binary} << text;
  CommandResult result = run_shell(memory_limit + "podreel run " + scratch / name);
  const std::string folder = scratch / "";
  for (std::size_t at = result.err.find(folder); at != std::string::npos; at = result.err.find(folder)) {
    result.err.erase(at, folder.size());
  }
  return result;
}

void refuses(const std::string& name, const std::string& text, const std::string& error) {
  CAPTURE(name);
  const CommandResult result = run_on(name, text);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_MESSAGE(result.err.find(error) != std::string::npos, result.err.substr(0, 500));
}

}  // namespace

TEST_CASE("aliases do not multiply, and do not go in circles") {
  refuses("bomb.yaml", alias_bomb(), "aliases expand to more than 200000 values or 64 MiB");
  refuses("circle.yaml", "a: &a\n  b: *a\n", "circle.yaml:2:6: a.b: this alias is inside the value that it refers to");
}

TEST_CASE("nesting is bounded") {
  constexpr std::size_t depth = 10'000;
  const std::string brackets = repeated("[", depth) + repeated("]", depth);
  refuses("deep.yaml", "a: " + brackets, "nested deeper than 200");
  refuses("deep.json", "{\"a\":" + brackets + "}", "nested deeper than 200");
  refuses("blocks.yaml", blocks_in_blocks(2'000), "nested deeper than 200");
}

TEST_CASE("size is bounded") {
  constexpr std::size_t bytes = 100'000'000;
  refuses("long.yaml", pod_with(", hostname: " + std::string(bytes, 'x')),
          "long.yaml: the file is larger than 64 MiB, the limit for YAML");
  refuses("many.yaml", repeated("- 1\n", 5'000'000), "more than 1000000 values in one file");
  refuses("long.json", "{\"kind\":\"" + std::string(bytes, 'x') + "\"}", "long.json");
}

TEST_CASE("what is no text is refused with its place") {
  refuses("latin.yaml", "kind: \"\xff\"\n", "latin.yaml:1:8: byte 8 (0xff) is not UTF-8");
  refuses("nul.yaml", std::string{"kind: Pod\0", 10}, "nul.yaml:1:10: byte 10 is the control character 0x00");
  refuses("empty.yaml", "", "empty.yaml: the file holds no document");
}

TEST_CASE("numbers, times and counts are bounded") {
  refuses("integer.yaml", pod_with(", terminationGracePeriodSeconds: 99999999999999999999"),
          "integer.yaml:4:76: spec.terminationGracePeriodSeconds: the integer 99999999999999999999 does not fit in 64 "
          "bits");
  refuses("duration.yaml", scenario_with("duration: 99999999999999h, timeline: []"), "accepted: at most ten years");
  refuses("unit.yaml", scenario_with("duration: 5, timeline: []"), "found 5 without a unit");
  refuses("count.yaml",
          scenario_with("timeline: [{at: 0s, createPods: {count: 100000000, template: {apiVersion: v1, kind: Pod, "
                        "metadata: {name: x}, spec: {containers: [{name: a, image: b}]}}}}]"),
          "spec.timeline[0].createPods.count: found the integer 100000000, accepted: an integer from 1 to 100000");
}

TEST_CASE("keys are unique, and releases exist") {
  refuses("twice.yaml", "kind: Pod\nkind: Pod\n",
          "twice.yaml:2:1: kind: the key \"kind\" appears twice; first in line 1");
  refuses(
      "release.yaml", scenario_with("node: {kubelet: {version: \"1.99\"}}, timeline: []"),
      "release.yaml:4:34: spec.node.kubelet.version: found the string \"1.99\", accepted: a release from 1.7 to 1.37");
}

TEST_CASE("files that are not there, or cannot be read, are named") {
  CHECK(run_podreel({"run", "missing.yaml"}).err ==
        "podreel run: cannot read 'missing.yaml': no such file or folder\n");
  CHECK(run_podreel({"run", "missing.yaml"}).exit_code == 2);
  const CommandResult memory = run_podreel({"run", "/proc/self/mem"});
  CHECK(memory.exit_code == 2);
  CHECK(memory.err.starts_with("/proc/self/mem: cannot be read: "));
}

TEST_CASE("a trace that cannot be written whole is not written at all") {
  const std::string scenario = "scenarios/crash-loop.yaml";
  const CommandResult no_folder = run_podreel({"run", scenario, "--trace-out", "/nonexistent/trace.json"});
  CHECK(no_folder.exit_code == 2);
  CHECK(no_folder.err == "podreel run: cannot write '/nonexistent/trace.json': No such file or directory\n");
  // A file that may not grow behaves like a full disk.
  const CommandResult full = run_shell(
      "d=$(mktemp -d) && trap '' XFSZ && (ulimit -f 8; podreel run scenarios/crash-loop.yaml --trace-out $d/t.json "
      "2>&1 >/dev/null; echo $?); ls -A $d; rm -r $d");
  CHECK_MESSAGE(full.out.ends_with("t.json': File too large\n3\n"), full.out);
}

}  // namespace podreel::testing
