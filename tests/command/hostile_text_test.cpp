// Names, reasons, messages and commands that act on a terminal, or that a format cannot hold.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

/// Escape, C1, a direction override, a line feed, and what is no character.
constexpr const char* evil_json = R"(x\u001b[31m\u009b2J\u202egnp\n\ufffe)";

std::string scenario() {
  return std::string{
             "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: \"a\", labels: {}}\nspec:\n"
             "  description: \""} +
         evil_json + "\"\n  variables: {v: \"" + evil_json + "\"}\n  matrix: {v: [\"" + evil_json +
         "\"]}\n  duration: 10s\n  timeline:\n"
         "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
         "image: \"a:1\", lifecycle: {postStart: {exec: {command: [\"" +
         evil_json +
         "\"]}}}}]}}}\n  runtime:\n    containers:\n      - {pod: web, container: app}\n"
         "  expect:\n    - {event: {reason: \"" +
         evil_json + "\"}, count: 1}\n";
}

std::string lines_of_batch() {
  return std::string{R"({"id":")"} + evil_json + R"(","name":")" + evil_json +
         R"(","container":{"name":"a"},"pod":{"metadata":{"name":")" + evil_json +
         R"("},"spec":{"containers":[{"name":")" + evil_json + R"(","image":"i"}]}}})" + "\n";
}

/// Returns the forbidden characters in `text`.
std::string found_in(const std::string& text) {
  for (const std::string part : {"\x1b", "\xC2\x9B", "\xE2\x80\xAE", "\xEF\xBF\xBE", "\x7F"}) {
    if (has(text, part)) return "has " + nlohmann::json(part).dump(-1, ' ', true);
  }
  return "";
}

}  // namespace

TEST_CASE("no output of a run lets a text act on its reader") {
  for (const std::string form : {"table", "wide", "json", "yaml", "jsonl"}) {
    CAPTURE(form);
    const CommandResult result = run_podreel({"run", "-f", "-", "-o", form}, {.standard_input = scenario()});
    CHECK(found_in(result.out) == "");
    CHECK(found_in(result.err) == "");
  }
  const CommandResult watch = run_podreel({"run", "-f", "-", "--watch"}, {.standard_input = scenario()});
  CHECK(found_in(watch.out + watch.err) == "");
}

TEST_CASE("no result of a test lets a text act on its reader, and XML stays XML") {
  for (const std::string form : {"", "--all", "--tap", "--github", "--junit /dev/stdout"}) {
    CAPTURE(form);
    const CommandResult result = run_shell("podreel test - " + form, {.standard_input = scenario()});
    CHECK(found_in(result.out) == "");
    CHECK(found_in(result.err) == "");
  }
  const CommandResult xml = run_shell(
      "command -v xmllint > /dev/null || exit 0; podreel test - --junit /dev/fd/3 3>&1 > /dev/null 2>&1 | xmllint "
      "--noout -",
      {.standard_input = scenario()});
  CHECK(xml.err == "");
}

TEST_CASE("no check and no draft of a scenario lets a text act on its reader") {
  const CommandResult checked = run_podreel({"check", "-f", "-"}, {.standard_input = scenario()});
  CHECK(found_in(checked.out + checked.err) == "");
  const std::string pod = std::string{R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"a":")"} +
                          evil_json + R"("}},"spec":{"containers":[{"name":"a","image":")" + evil_json + R"("}]}})";
  const CommandResult draft = run_podreel({"new", "-f", "-"}, {.standard_input = pod});
  CHECK(found_in(draft.out + draft.err) == "");
}

TEST_CASE("no answer of a batch verb lets a text act on its reader") {
  for (const std::string verb : {"decide", "status", "sync", "hash --kubelet-version 1.30", "hash --static"}) {
    for (const std::string form : {"", "--explain", "-o json", "-o yaml", "-o jsonl"}) {
      CAPTURE(verb);
      CAPTURE(form);
      const CommandResult result = run_shell("podreel " + verb + " -f - " + form, {.standard_input = lines_of_batch()});
      CHECK(found_in(result.out) == "");
      CHECK(found_in(result.err) == "");
    }
  }
}

TEST_CASE("what is wrong with an input is one line each, whatever it contains") {
  const std::string text =
      std::string{"apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: b}\nspec: {\""} + evil_json +
      "\": 1, timeline: [{at: \"" + evil_json + "\"}]}\n";
  const CommandResult result = run_podreel({"run", "-f", "-"}, {.standard_input = text});
  CHECK(result.exit_code == 2);
  CHECK(found_in(result.err) == "");
  CHECK(has(result.err, R"(\x1b[31m\x9b2J\u202egnp\n\ufffe)"));
  const CommandResult unknown = run_podreel({"run", "--\x1b[31m\xC2\x9B"});
  CHECK(unknown.exit_code == 2);
  CHECK(found_in(unknown.err) == "");
}

TEST_CASE("a file whose name is no UTF-8 is run and named like any other") {
  namespace fs = std::filesystem;
  const ScratchFolder folder;
  const std::string file = folder / "b\xFFz.yaml";
  fs::copy_file(source_path("scenarios/single-pod.yaml"), file);
  for (const std::string form : {"table", "json", "yaml", "jsonl"}) {
    CAPTURE(form);
    CHECK(run_podreel({"run", file, "-o", form}).exit_code == 0);
  }
  std::ofstream{file} << "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: i}]}}";
  CHECK(run_podreel({"run", file, "-o", "json"}).exit_code == 0);
  CHECK(run_podreel({"report", file, "-o", folder / "page.html"}).exit_code == 0);
  CHECK(run_podreel({"upgrade", "--from", "1.30", "--to", "1.31", file, "-o", "sarif"}).exit_code == 1);
  const CommandResult junit = run_podreel({"test", folder.path().string(), "--tap", "--junit", folder / "j.xml"});
  CHECK(junit.exit_code == 0);
  std::ofstream{file} << "nothing";
  const CommandResult refused = run_podreel({"run", file});
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, R"(b\xffz.yaml:1:1: )"));
}

}  // namespace podreel::testing
