// What a wrong command line is answered with: exit code 2, one clear message, nothing on standard output.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

struct Mistake {
  std::vector<std::string> arguments;
  std::string reported;
};

}  // namespace

TEST_CASE("a wrong command line is reported, with what may have been meant") {
  const std::vector<Mistake> mistakes{
      {{"verions"}, "podreel: unknown verb 'verions'; did you mean 'versions'?\nSee 'podreel --help'.\n"},
      {{"pod.yaml"}, "podreel: unknown verb 'pod.yaml'; did you mean 'podreel run pod.yaml'?\nSee 'podreel --help'.\n"},
      {{"apply", "-f", "pod.yaml"},
       "podreel: unknown verb 'apply'; did you mean 'podreel run FILE', or kubectl with 'podreel serve'?\n"
       "See 'podreel --help'.\n"},
      {{"frobnicate", "--hard"}, "podreel: unknown verb 'frobnicate'\nSee 'podreel --help'.\n"},
      {{"--versoin"}, "podreel: unknown option '--versoin'; did you mean '--version'?\nSee 'podreel --help'.\n"},
      {{"versions", "--ouput=json"},
       "podreel versions: unknown option '--ouput'; did you mean '--output'?\nSee 'podreel versions --help'.\n"},
      {{"versions", "--outputs", "--hepl"},
       "podreel versions: unknown option '--outputs'; did you mean '--output'?\n"
       "podreel versions: unknown option '--hepl'; did you mean '--help'?\n"
       "See 'podreel versions --help'.\n"},
      {{"versions", "-o", "jsno"},
       "podreel versions: --output: 'jsno' is not one of table, wide, json, yaml; did you mean 'json'?\n"
       "See 'podreel versions --help'.\n"},
      {{"versions", "-o"}, "podreel versions: --output needs a value\nSee 'podreel versions --help'.\n"},
      {{"versions", "1.99"},
       "podreel versions: RELEASE: '1.99' is not a release that podreel knows (1.7 … 1.37, such as 1.30 or 1.30.7); "
       "1.99 is newer than podreel knows\n"
       "See 'podreel versions --help'.\n"},
      {{"run", "--seed", "x"}, "podreel run: --seed: found 'x'; accepted: a number\nSee 'podreel run --help'.\n"},
      {{"completion"}, "podreel completion: SHELL is required\nSee 'podreel completion --help'.\n"},
      {{"completion", "bash", "zsh"}, "podreel completion: unknown argument 'zsh'\nSee 'podreel completion --help'.\n"},
      {{"man", "versoins"}, "podreel man: unknown verb 'versoins'; did you mean 'versions'?\n"},
  };
  for (const Mistake& mistake : mistakes) {
    const CommandResult result = run_podreel(mistake.arguments);
    CAPTURE(mistake.reported);
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(result.err == mistake.reported);
  }
}

TEST_CASE("a patch release that podreel does not know is the newest known one of its minor, and that is said") {
  const CommandResult result = run_podreel({"versions", "1.36.9"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "podreel versions: podreel does not know 1.36.9 and simulates 1.36.6, the newest patch release of 1.36 that it "
        "knows\n");
  CHECK(result.out == run_podreel({"versions", "1.36.6"}).out);
  CHECK(has(run_podreel({"versions", "1.31.99"}).err, "; 1.31 ended with 1.31.14"));
  CHECK(has(run_podreel({"run", "scenarios/single-pod.yaml", "--kubelet-version", "1.31.99"}).err,
            "; 1.31 ended with 1.31.14"));
}

TEST_CASE("what is new in a release that nobody has recorded is marked, in one line") {
  const std::string note = "what is new in 1.37 is unverified: no kubelet of it was recorded or read";
  CHECK(has(run_podreel({"run", "scenarios/single-pod.yaml", "--kubelet-version", "1.37"}).err, note));
  CHECK_FALSE(has(run_podreel({"run", "scenarios/single-pod.yaml", "--kubelet-version", "1.36"}).err, note));
}

TEST_CASE("a timeline of the default release says on which unverified behaviour it depends, and else nothing") {
  const auto scenario = [](const std::string& volumes) {
    return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: t}\nspec: {duration: 5m, timeline: "
           "[{at: "
           "0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "
           "a" +
           volumes;
  };
  const std::string plain = scenario("}]}}}]}\n");
  const std::string with_image = scenario(
      ", volumeMounts: [{name: data, mountPath: /d}]}], volumes: [{name: data, image: {reference: 'data:1'}}]}}}]}\n");
  const CommandResult quiet = run_podreel({"run", "-"}, {.standard_input = plain});
  CHECK(has(quiet.out, "(kubelet 1.37."));
  CHECK(quiet.err == "");
  const CommandResult noted = run_podreel({"run", "-"}, {.standard_input = with_image});
  CHECK(noted.err == "note: the timeline depends on unverified behaviour of 1.37: image_volumes_follow_starts\n");
}

TEST_CASE("what a command line has repeated counts as it was said last") {
  const CommandResult result = run_podreel({"versions", "1.28", "-o", "json", "-o", "yaml"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.starts_with("releases:\n"));
}

TEST_CASE("a huge argument is reported without being printed at length") {
  const CommandResult result = run_podreel({std::string(100'000, 'x')});
  CHECK(result.exit_code == 2);
  CHECK(result.err.size() < 500);
}

TEST_CASE("control characters of an argument do not reach the terminal") {
  const CommandResult result = run_podreel({"a\x1b[31m\nb"});
  CHECK(result.exit_code == 2);
  CHECK(result.err == "podreel: unknown verb 'a\\x1b[31m\\nb'\nSee 'podreel --help'.\n");
}

TEST_CASE("without a verb podreel shows its help") {
  const CommandResult result = run_podreel({});
  CHECK(result.exit_code == 0);
  CHECK(result.out == run_podreel({"--help"}).out);
}

}  // namespace podreel::testing
