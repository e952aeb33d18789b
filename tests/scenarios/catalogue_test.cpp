#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "scenarios/format/kubelets.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::format {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> themes{"", "lessons", "upgrades", "issues", "faults", "mechanisms", "changes"};

fs::path scenarios_folder() {
  return testing::source_path("scenarios");
}

std::vector<fs::path> files_of(const std::string& theme) {
  std::vector<fs::path> files;
  const fs::path folder = theme.empty() ? scenarios_folder() : scenarios_folder() / "library" / theme;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder}) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::vector<Scenario> runs_of(const fs::path& file) {
  Loaded loaded = load_scenario_file(file.string());
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  return std::move(loaded.scenarios);
}

std::string row_of(const fs::path& file, const std::string& theme) {
  const std::vector<Scenario> runs = runs_of(file);
  if (runs.empty()) return {};
  const std::string& description = runs.front().description;
  const std::string name = file.stem().string();
  const std::string link = theme.empty() ? name + ".yaml" : fmt::format("library/{}/{}.yaml", theme, name);
  const auto source = runs.front().annotations.find("podreel.dev/source");
  const bool linked = source != runs.front().annotations.end() && source->second.starts_with("https://");
  return fmt::format("| [{}]({}) | {} | {}{} |\n", name, link, kubelets_of(runs),
                     description.substr(0, description.find('\n')),
                     linked ? fmt::format(" ([source]({}))", source->second) : "");
}

std::string readme() {
  std::string text =
      "# Scenarios\n\n`podreel run FILE` runs a scenario, and `podreel test scenarios` checks all of them. This list "
      "is "
      "generated.\n\nDurations are as measured on real nodes, and the seed determines their random part. With `timing: "
      "ideal` in a scenario's\n`spec`, or `--timing ideal`, only delays that Kubernetes defines remain, and the seed "
      "has "
      "no effect. `podreel versions\n--timing` prints the table.\n";
  text +=
      "\nThe code around them is here as well: the format (`scenarios/format`), the simulated node "
      "(`scenarios/simulation`), expectations\nand invariants (`scenarios/checks`), and what the verbs of the command "
      "use "
      "(`scenarios/explore`, `scenarios/reproduce`,\n`scenarios/fleet`, `scenarios/cluster`). The library's public "
      "headers "
      "are in `scenarios/public`. Start with\n`scenarios/simulation/node.cpp`, which assembles a node.\n";
  const std::map<std::string, std::string> titles{
      {"", "First scenarios"},
      {"lessons", "Lessons: a course on the kubelet (`podreel lesson`)"},
      {"upgrades", "Upgrades: which containers restart"},
      {"issues", "Issues: reported cases"},
      {"faults", "Faults: failures of the runtime, the node or an application"},
      {"mechanisms", "Mechanisms: one mechanism each, with the releases on both sides"},
      {"changes", "Changes: differences between minor releases"}};
  for (const std::string& theme : themes) {
    text += fmt::format("\n## {}\n\n| scenario | kubelet | what it shows |\n|---|---|---|\n", titles.at(theme));
    for (const fs::path& file : files_of(theme)) text += row_of(file, theme);
  }
  return text +
         "\n[RECIPES.md](RECIPES.md) shows how to bring a container into each state. "
         "[FIELD-OBSERVATIONS.md](FIELD-OBSERVATIONS.md) compares "
         "observations from\nclusters with podreel's output, for seven causes. "
         "[KNOWN-DIFFERENCES.md](KNOWN-DIFFERENCES.md) lists "
         "reported "
         "cases that a simulated node\ncannot reproduce.\n";
}

std::string read(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

TEST_CASE("every scenario of the catalogue loads, says what it is and is named after its file") {
  std::size_t count = 0;
  for (const std::string& theme : themes) {
    for (const fs::path& file : files_of(theme)) {
      ++count;
      CAPTURE(file.string());
      const std::vector<Scenario> runs = runs_of(file);
      REQUIRE_FALSE(runs.empty());
      CHECK(runs.front().name == file.stem().string());
      CHECK_FALSE(runs.front().description.empty());
      CHECK_FALSE(runs.front().expectations.empty());
      if (theme == "issues" || theme == "upgrades") CHECK(runs.front().annotations.contains("podreel.dev/source"));
    }
  }
  CHECK(count >= 45);
  CHECK(files_of("lessons").size() == 29);
}

TEST_CASE("nothing in the catalogue is without effect") {
  for (const std::string& theme : themes) {
    for (const fs::path& file : files_of(theme)) {
      for (const api::Problem& warning : load_scenario_file(file.string()).warnings) FAIL_CHECK(to_string(warning));
    }
  }
}

TEST_CASE("the list of scenarios is that of the files") {
  const fs::path path = scenarios_folder() / "README.md";
  const std::string expected = readme();
  if (std::getenv("PODREEL_UPDATE_GOLDENS") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
    std::ofstream{path, std::ios::binary} << expected;
  }
  CHECK(read(path) == expected);
}

}  // namespace podreel::format
