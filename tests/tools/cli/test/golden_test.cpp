#include "tools/cli/test/golden.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;
using testing::CommandResult;

/// A folder with one scenario, for the time of a test.
class Folder {
 public:
  Folder() { fs::copy_file(testing::source_path("scenarios/crash-loop.yaml"), scenario()); }

  [[nodiscard]] fs::path path() const { return folder_.path(); }
  [[nodiscard]] fs::path scenario() const { return path() / "crash-loop.yaml"; }
  [[nodiscard]] fs::path golden() const { return path() / "crash-loop.golden.jsonl"; }

  [[nodiscard]] std::string golden_text() const {
    std::ifstream file{golden(), std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }
  void write_golden(const std::string& text) const { std::ofstream{golden(), std::ios::binary} << text; }

 private:
  testing::ScratchFolder folder_;
};

CommandResult test(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "test");
  return testing::run_podreel(arguments);
}

}  // namespace

TEST_CASE("a golden is named after its scenario and the run of its matrix") {
  format::Scenario scenario;
  scenario.file = "some/where.yaml";
  scenario.name = "grace";
  CHECK(golden_path(scenario) == "some/grace.golden.jsonl");
  scenario.variant = {{"kubelet", "1.28"}, {"image", "a/b:1"}};
  CHECK(golden_path(scenario) == "some/grace.image-a_b_1.kubelet-1.28.golden.jsonl");
  scenario.file = "-";
  CHECK(golden_path(scenario).empty());
}

TEST_CASE("the first line that differs is shown with the lines before it") {
  CHECK_FALSE(golden_difference("g", "a\nb\n", "a\nb\n"));
  CHECK(golden_difference("g", "1\n2\n3\n4\nfive\n6\n", "1\n2\n3\n4\n5\n") ==
        "g:5: the timeline differs from the golden (accept it with --update)\n"
        "    2\n    3\n    4\n  - five\n  + 5\n  6 lines in the golden, 5 lines in this run\n");
  CHECK(golden_difference("g", "1\n", "") ==
        "g:1: the timeline differs from the golden (accept it with --update)\n"
        "  - 1\n  + (the end)\n  1 lines in the golden, 0 lines in this run\n");
}

TEST_CASE("a golden has the kinds of records that its scenario chooses") {
  const Folder folder;
  std::ifstream file{folder.scenario(), std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  const std::size_t spec = text.find("\nspec:\n");
  REQUIRE(spec != std::string::npos);
  text.insert(spec + 7, "  golden: {kinds: [event, status]}\n");
  std::ofstream{folder.scenario(), std::ios::binary} << text;
  CHECK(test({"--update", folder.scenario().string()}).exit_code == 0);
  const std::string golden = folder.golden_text();
  CHECK(testing::has(golden, R"("kind":"event")"));
  CHECK(testing::has(golden, R"("kind":"status")"));
  CHECK_FALSE(testing::has(golden, R"("kind":"runtime")"));
  CHECK(test({folder.scenario().string()}).exit_code == 0);
  folder.write_golden(golden.substr(golden.find('\n') + 1));
  CHECK(test({folder.scenario().string()}).exit_code == 1);
}

TEST_CASE("--update makes the golden of a named file, which then is compared") {
  const Folder folder;
  const CommandResult made = test({"--update", folder.scenario().string()});
  CHECK(made.exit_code == 0);
  CHECK(made.err == "updated " + folder.golden().string() + "\n");
  CHECK(folder.golden_text() == testing::run_podreel({"run", folder.scenario().string(), "-o", "jsonl"}).out);
  CHECK(test({folder.path().string()}).exit_code == 0);
  CHECK(test({"--update", folder.path().string()}).err == "");
}

TEST_CASE("a run that is not its golden fails, until --update takes it over") {
  const Folder folder;
  folder.write_golden("{}\n");
  const CommandResult failed = test({folder.path().string()});
  CHECK(failed.exit_code == 1);
  CHECK(failed.out.find("crash-loop.golden.jsonl:1: the timeline differs from the golden") != std::string::npos);
  CHECK(failed.out.find("\n    - {}\n    + {\"t\":") != std::string::npos);
  CHECK(test({"--update", folder.path().string()}).exit_code == 0);
  CHECK(test({folder.path().string()}).exit_code == 0);
}

TEST_CASE("two runs that would have one golden are refused") {
  const Folder folder;
  fs::copy_file(folder.scenario(), folder.path() / "again.yaml");
  CHECK(test({folder.path().string()}).exit_code == 0);
  folder.write_golden("{}\n");
  const CommandResult refused = test({folder.path().string()});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("would be the golden timeline of two runs: crash-loop of ") != std::string::npos);
}

TEST_CASE("a folder's scenarios without a golden get none") {
  const Folder folder;
  CHECK(test({"--update", folder.path().string()}).exit_code == 0);
  CHECK_FALSE(fs::exists(folder.golden()));
}

TEST_CASE("other runs than the scenario's own are not held against its golden") {
  const Folder folder;
  folder.write_golden("{}\n");
  CHECK(test({folder.path().string(), "--seed", "7"}).exit_code == 0);
  const CommandResult refused = test({"--update", "--seed", "7", folder.path().string()});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("--seed") != std::string::npos);
  CHECK(folder.golden_text() == "{}\n");
}

TEST_CASE("a golden whose scenario was renamed is reported, and refused with --strict") {
  const Folder folder;
  folder.write_golden("{}\n");
  fs::rename(folder.golden(), folder.path() / "former.golden.jsonl");
  const CommandResult warned = test({folder.path().string()});
  CHECK(warned.exit_code == 0);
  CHECK(testing::has(warned.err, "former.golden.jsonl: golden timeline of no scenario; rename or delete it"));
  CHECK(test({folder.path().string(), "--strict"}).exit_code == 2);
  CHECK(test({folder.scenario().string(), "--strict"}).exit_code == 0);
}

TEST_CASE("manifests without pods in a folder do not stop its scenarios") {
  const Folder folder;
  const fs::path settings = folder.path() / "settings.yaml";
  std::ofstream{settings} << "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n";
  CHECK(test({folder.path().string()}).exit_code == 0);
  CHECK(test({settings.string()}).exit_code == 2);
}

TEST_CASE("with --strict a warning of a scenario refuses it") {
  const Folder folder;
  const fs::path scenario = folder.path() / "warned.yaml";
  std::ofstream{scenario}
      << "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: warned}\nspec: {duration: "
         "1s, timeline: [], expect: [{never: {event: {reason: LeaderElection}}}]}\n";
  CHECK(test({scenario.string()}).exit_code == 0);
  const CommandResult refused = test({scenario.string(), "--strict"});
  CHECK(refused.exit_code == 2);
  CHECK(testing::has(refused.err, "unknown event reason"));
}

}  // namespace podreel::cli
