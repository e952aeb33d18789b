// Every input is read within limits: what goes beyond them is reported with its place, and takes little memory.
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/memory_limit.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

/// A folder of hostile files, gone with the test.
class Inputs {
 public:
  std::string add(const std::string& name, const std::string& text) {
    std::ofstream{folder_ / name, std::ios::binary} << text;
    return folder_ / name;
  }

 private:
  ScratchFolder folder_;
};

std::string brackets() {
  constexpr std::size_t depth = 150'000;
  return std::string(depth, '[') + std::string(depth, ']');
}

const std::vector<std::string>& batch_verbs() {
  static const std::vector<std::string> verbs{"decide", "sync", "status", "hash", "upgrade --from 1.30 --to 1.31"};
  return verbs;
}

void refuses(const std::string& line, const std::string& error) {
  CAPTURE(line);
  const CommandResult result = run_shell(memory_limit + line);
  CHECK(result.exit_code == 2);
  CHECK(result.signal == 0);
  CHECK_MESSAGE(has(result.err, error), result.err.substr(0, 500));
}

}  // namespace

TEST_CASE("brackets in one line are too deep for every verb that reads lines") {
  Inputs inputs;
  const std::string pod = inputs.add("pod.jsonl", R"({"id":1,"pod":)" + brackets() + "}\n");
  const std::string container = inputs.add("container.jsonl", R"({"name":"a","container":)" + brackets() + "}\n");
  const std::string empty = inputs.add("empty.yaml",
                                       "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: e}\n"
                                       "spec: {timeline: []}\n");
  for (const std::string& verb : batch_verbs()) {
    refuses("podreel " + verb + " -f " + pod, "pod.jsonl:1:214: lists and maps are nested deeper than 200");
    refuses("podreel " + verb + " -f " + container, "container.jsonl:1:");
  }
  refuses("podreel run " + empty + " --choices " + pod, "pod.jsonl:1:214: lists and maps are nested deeper than 200");
}

TEST_CASE("a device without an end is refused by every verb") {
  const std::string pod = R"({apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: a}]}})";
  for (const std::string& verb : batch_verbs()) {
    refuses("podreel " + verb + " -f /dev/zero", "/dev/zero: the file is larger than 64 MiB");
  }
  refuses("podreel run /dev/zero", "/dev/zero: the file is larger than 64 MiB");
  refuses("podreel run scenarios/single-pod.yaml --choices /dev/zero", "/dev/zero: the file is larger than 64 MiB");
  refuses("echo '" + pod + "' | podreel upgrade --from 1.30 --to 1.31 --observed /dev/zero -f -",
          "/dev/zero: the file is larger than 64 MiB");
}

TEST_CASE("of a stream of wrong lines a hundred are reported") {
  const std::string wrong = R"(yes '{"id":1,"pod":7,"container":7}' | )";
  for (const std::string& verb :
       {std::string{"decide"}, std::string{"sync"}, std::string{"status"}, std::string{"hash"}}) {
    refuses(wrong + "podreel " + verb + " -f -", "-: 100 problems so far; the rest was not read\n");
  }
  refuses("yes wrong | podreel upgrade --from 1.30 --to 1.31 --observed - -f scenarios/single-pod.yaml",
          "the file is larger than 64 MiB");
  Inputs inputs;
  std::string lines;
  for (int line = 0; line < 1'000; ++line) lines += "wrong\n";
  const std::string file = inputs.add("wrong.jsonl", lines);
  refuses("podreel run scenarios/single-pod.yaml --choices " + file, "wrong.jsonl: 100 problems so far");
  refuses("podreel upgrade --from 1.30 --to 1.31 --observed " + file + " -f scenarios/single-pod.yaml",
          "wrong.jsonl: 100 problems so far");
}

TEST_CASE("one line is as long as an object may be") {
  Inputs inputs;
  const std::string file = inputs.add("long.jsonl", R"({"id":1,"pod":")" + std::string(20'000'000, 'x') + "\"}\n");
  for (const std::string& verb : batch_verbs()) {
    refuses("podreel " + verb + " -f " + file, "long.jsonl:1:1: longer than 8 MiB");
  }
}

TEST_CASE("variables that are used often do not grow a scenario without end") {
  Inputs inputs;
  std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: v}\nspec:\n  variables: {big: \"" +
      std::string(1'000'000, 'x') +
      "\"}\n  timeline:\n  - at: 0s\n    createPod:\n      apiVersion: v1\n      kind: Pod\n"
      "      metadata:\n        name: web\n        annotations:\n";
  for (int use = 0; use < 3'000; ++use) text += "          a" + std::to_string(use) + ": \"${big}\"\n";
  const std::string file = inputs.add("variables.yaml", text);
  refuses("podreel run " + file,
          "after the replacement of variables the scenario's runs have more than 1000000 values or 64 MiB of text in "
          "total");
}

TEST_CASE("a few lines do not make steps without end") {
  Inputs inputs;
  const std::string head = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n";
  const std::string create =
      "  timeline:\n"
      "  - {at: 0s, createPods: {count: 100000, template: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: "
      "{containers: [{name: app, image: i}]}}}}\n";
  const std::string of_runs =
      inputs.add("runs.yaml", head + "  variables: {v: 1}\n  matrix: {v: [1, 2, 3, 4, 5, 6, 7, 8]}\n" + create);
  refuses("podreel run " + of_runs, "the scenario's runs have more than 200000 steps in total");
  std::string deletions;
  for (int step = 0; step < 100; ++step) deletions += "  - {at: 1s, deletePod: {name: \"*\"}}\n";
  const std::string of_globs = inputs.add("globs.yaml", head + create + deletions);
  refuses("podreel run " + of_globs, "the scenario's runs have more than 200000 steps in total");
}

TEST_CASE("a long stream of cases is answered as it comes") {
  const std::string line =
      R"({"id":1,"name":"n","container":{"name":"a"},"pod":{"metadata":{"name":"w"},"spec":{"containers":[{"name":"a","image":"i"}]}}})";
  const std::string lines = std::to_string(200'000 / one_in({.sanitized = 50}));
  for (const std::string& verb : {std::string{"decide --kubelet-version 1.30"}, std::string{"decide -o json"},
                                  std::string{"status -o yaml"}, std::string{"hash --kubelet-version 1.30"}}) {
    CAPTURE(verb);
    const CommandResult result = run_shell("yes '" + line + "' 2> /dev/null | { " + memory_limit + "podreel " + verb +
                                           " -f -; } | head -" + lines + " | wc -l");
    CHECK(result.out == lines + "\n");
    CHECK(result.err.empty());
  }
}

}  // namespace podreel::testing
