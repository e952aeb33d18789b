// `podreel test --against-policy`.
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

/// An upgrade that restarts a container, unless the stored spec is compared, and a scenario in which nothing changes.
const std::vector<std::string> scenarios{"scenarios/library/upgrades/1.30-to-1.31-restarts-everything.yaml",
                                         "scenarios/single-pod.yaml"};

CommandResult compare(std::vector<std::string> more, const std::string& policy = "serialized-spec") {
  std::vector<std::string> arguments{"test", "--policy", policy, "--against-policy", "upstream"};
  arguments.insert(arguments.end(), scenarios.begin(), scenarios.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_podreel(arguments);
}

std::string written(const ScratchFolder& folder, const std::string& text) {
  std::ofstream{folder / "accepted"} << text;
  return folder / "accepted";
}

}  // namespace

TEST_CASE("scenarios that end otherwise are listed with the cause") {
  const CommandResult result = compare({});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "replaced with upstream, kept with serialized-spec (1 run)\n"));
  CHECK(has(result.out, "1.30-to-1.31-restarts-everything"));
  CHECK(has(result.out,
            "podreel diff scenarios/library/upgrades/1.30-to-1.31-restarts-everything.yaml --policy "
            "serialized-spec --against-policy upstream"));
  CHECK(has(result.out, "1 of 2 runs with serialized-spec differs from upstream\n"));
  CHECK_FALSE(has(result.out, "single-pod"));
}

TEST_CASE("the command that a difference names shows it") {
  const CommandResult shown =
      run_podreel({"diff", scenarios.front(), "--policy", "serialized-spec", "--against-policy", "upstream"});
  CHECK(shown.exit_code == 1);
}

TEST_CASE("any number of jobs prints the same") {
  const CommandResult one = compare({"--jobs", "1", "--seeds", "1-3", "-o", "json"});
  CHECK(one.exit_code == 1);
  CHECK(compare({"--jobs", "4", "--seeds", "1-3", "-o", "json"}).out == one.out);
  const auto document = nlohmann::json::parse(one.out);
  CHECK(document.at("compared") == 6);
  CHECK(document.at("differing") == 3);
}

TEST_CASE("accepted differences do not fail, and entries without a difference are reported") {
  const ScratchFolder folder;
  const std::string list = written(folder, "1.30-*  *kept with serialized-spec*\nsingle-pod\n");
  const CommandResult accepted = compare({"--accept", list});
  CHECK(accepted.exit_code == 0);
  CHECK(has(accepted.out, "(1 accepted)"));
  CHECK(has(accepted.err, "warning: " + list + ":2:1: no difference of \"single-pod\""));
  const CommandResult strict = compare({"--accept", list, "--strict"});
  CHECK(strict.exit_code == 2);
  CHECK(has(strict.err, list + ":2:1: no difference of \"single-pod\""));
  CHECK(compare({"--accept", written(folder, "1.30-*  another cause\n")}).exit_code == 1);
}

TEST_CASE("equal policies, and options without effect on a comparison, are refused") {
  CHECK(compare({}, "upstream").exit_code == 2);
  for (const char* option : {"--update", "--tap", "--github", "--fail-fast", "--all", "--coverage"}) {
    CAPTURE(option);
    const CommandResult refused = compare({option});
    CHECK(refused.exit_code == 2);
    CHECK(has(refused.err, option));
  }
  const CommandResult alone = run_podreel({"test", scenarios.back(), "--accept", "/dev/null"});
  CHECK(alone.exit_code == 2);
  CHECK(has(alone.err, "--accept lists differences of policies: add --against-policy"));
}

TEST_CASE("JUnit has all runs") {
  const ScratchFolder folder;
  static_cast<void>(compare({"--junit", folder / "results.xml"}));
  std::ifstream file{folder / "results.xml"};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  CHECK(has(text, "<testsuites name=\"podreel\" tests=\"2\" failures=\"1\""));
}

}  // namespace podreel::testing
