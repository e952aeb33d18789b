// `podreel test --watch`, as a process whose scenarios change.
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/running_command.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/cli/test/affected_files.hpp"

namespace podreel {

namespace {

using testing::has;
using testing::RunningCommand;

constexpr const char* web_pod =
    "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: a}]}}";

/// A folder with the scenarios one and two, of which the second names a manifest.
class Scenarios {
 public:
  Scenarios() {
    std::filesystem::create_directory(folder_ / "pods");
    write("pods/web.json5", web_pod);
    write("one.yaml", scenario("one", web_pod));
    write("two.yaml", scenario("two", "{file: pods/web.json5}"));
  }

  /// Returns a scenario whose pod starts `starts` times.
  static std::string scenario(const std::string& name, const std::string& manifest, int starts = 1) {
    return fmt::format(
        "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {{name: {}}}\nspec:\n  duration: 10s\n"
        "  timeline:\n    - {{at: 0s, createPod: {}}}\n"
        "  expect:\n    - {{call: {{op: StartContainer}}, count: {}}}\n",
        name, manifest, starts);
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream{folder_ / name} << text; }

  /// Replaces a file as editors do.
  void replace(const std::string& name, const std::string& text) const {
    write(".new", text);
    std::filesystem::rename(folder_ / ".new", folder_ / name);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string folder() const { return folder_.path().string(); }

 private:
  testing::ScratchFolder folder_;
};

constexpr const char* end_of_run = "expectations)\n";
constexpr const char* end_of_short_run = "expectation)\n";
/// Longer than the pause between two looks at the files.
constexpr int silence = 1'000;

}  // namespace

TEST_CASE("a watch runs again the scenario that is edited, and ends with the exit code of its last run") {
  const Scenarios scenarios;
  RunningCommand watch{{"test", "--watch", scenarios.folder()}};
  const std::string first = watch.read_until(end_of_run);
  CHECK(has(first, "podreel test: watching 3 files; end with Ctrl-C\n"));
  CHECK(has(first, "--- run 1: all files\n2 passed, 0 failed, 0 skipped (2 runs, 2 expectations)\n"));

  scenarios.write("one.yaml", Scenarios::scenario("one", web_pod, 2));
  const std::string failed = watch.read_until(end_of_short_run);
  CHECK(has(failed, fmt::format("--- run 2: {} edited\nFAIL one", scenarios.path("one.yaml"))));
  CHECK(has(failed, "0 passed, 1 failed, 0 skipped (1 run, 1 expectation)\n"));

  SUBCASE("that is a failure") {
    CHECK(watch.end_by(SIGINT) == 1);
  }
  SUBCASE("that is a success after the failure") {
    scenarios.replace("one.yaml", Scenarios::scenario("one", web_pod));
    CHECK(has(watch.read_until(end_of_short_run), "--- run 3: "));
    CHECK(watch.end_by(SIGTERM) == 0);
  }
  SUBCASE("that is refused") {
    scenarios.write("one.yaml", "kind: Scenario\nno: scenario\n");
    CHECK(has(watch.read_until("one.yaml:2:1"), "edited\n"));
    CHECK(watch.end_by(SIGINT) == 2);
  }
}

TEST_CASE("a watch runs the scenarios that name a changed file, and no other") {
  const Scenarios scenarios;
  RunningCommand watch{{"test", "--watch", "--all", scenarios.path("one.yaml"), scenarios.path("two.yaml")}};
  watch.read_until(end_of_run);
  scenarios.replace("pods/web.json5", std::string{web_pod} + "\n");
  const std::string again = watch.read_until(end_of_short_run);
  CHECK(has(again, "web.json5 edited\n"));
  CHECK(has(again, "two"));
  CHECK_FALSE(has(again, "ok one"));
  std::filesystem::remove(scenarios.path("pods/web.json5"));
  CHECK(has(watch.read_until("cannot be opened"), "web.json5 removed\n"));
  CHECK(watch.end_by(SIGINT) == 2);
}

TEST_CASE("a watch runs scenarios that are added, and nothing for files that no scenario names") {
  const Scenarios scenarios;
  RunningCommand watch{{"test", "--watch", scenarios.folder()}};
  watch.read_until(end_of_run);
  scenarios.write("README.md", "text");
  CHECK(watch.read_rest(silence).empty());
  scenarios.write("three.yaml", Scenarios::scenario("three", web_pod));
  CHECK(has(watch.read_until(end_of_short_run), "three.yaml added\n1 passed"));
  std::filesystem::remove(scenarios.path("three.yaml"));
  CHECK(watch.read_rest(silence).empty());
  CHECK(watch.end_by(SIGINT) == 0);
}

TEST_CASE("changes within a short time are one run of a watch") {
  const Scenarios scenarios;
  RunningCommand watch{{"test", "--watch", scenarios.folder()}};
  watch.read_until(end_of_run);
  for (int round = 0; round < 5; ++round) {
    scenarios.replace("one.yaml", Scenarios::scenario("one", web_pod, 1 + round));
    scenarios.replace("two.yaml", Scenarios::scenario("two", web_pod, 1 + round));
  }
  scenarios.replace("one.yaml", Scenarios::scenario("one", web_pod));
  CHECK(has(watch.read_until(end_of_run), "--- run 2: 2 files changed\nFAIL two"));
  CHECK(watch.read_rest(silence).empty());
  CHECK(watch.end_by(SIGINT) == 1);
}

TEST_CASE("a watch compares the goldens that change") {
  const Scenarios scenarios;
  scenarios.write("one.golden.jsonl", "{}\n");
  RunningCommand watch{{"test", "--watch", scenarios.folder()}};
  CHECK(has(watch.read_until(end_of_run), "FAIL one"));
  std::filesystem::remove(scenarios.path("one.golden.jsonl"));
  CHECK(has(watch.read_until(end_of_short_run), "one.golden.jsonl removed\n1 passed"));
  CHECK(watch.end_by(SIGINT) == 0);
}

TEST_CASE("a watch refuses options that describe one run, and standard input") {
  const std::vector<std::vector<std::string>> options{
      {"--update"}, {"--tap"}, {"-o", "json"}, {"--junit", "results.xml"}, {"--github"}, {"--changed-since", "HEAD"}};
  for (const std::vector<std::string>& refused : options) {
    std::vector<std::string> arguments{"test", "--watch", "scenarios/single-pod.yaml"};
    arguments.insert(arguments.end(), refused.begin(), refused.end());
    const testing::CommandResult result = testing::run_podreel(arguments);
    CHECK(result.exit_code == 2);
    CHECK(has(result.err, fmt::format("podreel test: {} is not available with --watch: ", refused.front())));
  }
  const testing::CommandResult input = testing::run_podreel({"test", "--watch", "-"});
  CHECK(input.exit_code == 2);
  CHECK(input.err == "podreel test: --watch: found -, standard input; accepted: files and folders\n");
  CHECK(testing::run_podreel({"test", "--watch", "no-such-folder"}).exit_code == 2);
}

TEST_CASE("a golden affects the files that may hold its scenario") {
  const testing::ScratchFolder folder;
  std::ofstream{folder / "a.yaml"} << "metadata: {name: crash-loop}";
  std::ofstream{folder / "b.yaml"} << "metadata: {name: \"two words\"}";
  const std::vector<std::string> files{folder / "a.yaml", folder / "b.yaml"};
  const auto affected = [&](const std::string& name) {
    return cli::affected_files(files, {{folder / name, cli::FileChangeKind::edited}});
  };
  CHECK(affected("crash-loop.kubelet-1.28.golden.jsonl") == std::vector<std::string>{files[0]});
  CHECK(affected("two_words.golden.jsonl") == files);
  CHECK(affected("other/crash-loop.golden.jsonl").empty());
  CHECK(affected("a.yaml") == std::vector<std::string>{files[0]});
  CHECK(affected("other.golden.jsonl").empty());
}

}  // namespace podreel
