// podreel reproduces the timelines that `podreel record` took of kubelets.
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "engine/release/release.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"
#include "scenarios/reproduce/recording/recording.hpp"
#include "support/built_paths.hpp"
#include "support/json_lines.hpp"
#include "support/known_choices.hpp"
#include "support/recorded_timeline.hpp"
#include "support/sample.hpp"
#include "support/source_tree.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

/// By release and name of the scenario, "1.36.2/02".
std::map<std::string, fs::path> recorded_kubelets() {
  std::map<std::string, fs::path> files;
  for (const auto& run : fs::directory_iterator{unpacked_recordings() / "kubelets"}) {
    for (const auto& file : fs::directory_iterator{run.path()}) {
      if (file.path().extension() != ".jsonl") continue;
      files.emplace((run.path().filename() / file.path().stem()).string(), file.path());
    }
  }
  return files;
}

reproduce::Recording read_recording(fs::path file, reproduce::Compared compared = {}) {
  const std::vector<nlohmann::json> records = read_json_lines(file);
  format::LoadOptions options;
  options.kubelet = release::parse_release(file.parent_path().filename().string());
  format::Loaded loaded = format::load_scenario_file(file.replace_extension(".yaml"), options);
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return reproduce::recording_of(std::move(loaded.scenarios.front()), records, compared);
}

/// Returns the difference of the run that comes farthest; empty if a seed reproduces the recording.
std::string farthest_difference(const reproduce::Recording& recording) {
  std::optional<reproduce::Difference> farthest;
  for (std::uint64_t seed = 1; seed <= reproduce::seeds_tried; ++seed) {
    const auto difference = attempt_seed(recording, seed).difference;
    if (!difference) return {};
    if (!farthest || difference->at > farthest->at) farthest = difference;
  }
  return farthest->text;
}

}  // namespace

TEST_CASE("each recorded kubelet does what podreel does with some seed, but for known misses") {
  const std::set<std::string> misses = read_known_misses(source_path("tests/conformance/kubelet_misses.txt"));
  std::map<std::string, int> missed;
  std::map<std::string, int> total;
  Sample sample{{.sanitized = 24}};
  // Only a miss is tried with every seed.
  Sample misses_tried{{.sanitized = 4, .release = 4}};
  for (const auto& recorded : recorded_kubelets()) {
    if (!sample.has_next()) continue;
    const std::string& id = recorded.first;
    CAPTURE(id);
    const std::string run = id.substr(0, id.find('/'));
    ++total[run];
    if (misses.contains(id) && !misses_tried.has_next()) {
      ++missed[run];
      continue;
    }
    const std::string difference = farthest_difference(read_recording(recorded.second));
    if (!difference.empty()) ++missed[run];
    CHECK_MESSAGE(difference.empty() == !misses.contains(id), difference);
  }
  CHECK(total.size() >= 2);
  for (const auto& run : total) {
    MESSAGE(run.first << ": " << run.second - missed[run.first] << " of " << run.second << " by a seed");
  }
}

TEST_CASE("the guide counts the recordings of each kubelet, and those that a seed reproduces") {
  const std::string guide = text_of_file("tools/pages/guide/conform.md");
  std::map<std::string, std::size_t> total;
  for (const auto& recorded : recorded_kubelets()) ++total[recorded.first.substr(0, recorded.first.find('/'))];
  std::map<std::string, std::size_t> missed;
  for (const std::string& id : read_known_misses(source_path("tests/conformance/kubelet_misses.txt"))) {
    ++missed[id.substr(0, id.find('/'))];
  }
  for (const auto& [run, count] : total) {
    if (run == "findings") continue;
    const std::string name = run == "upgrades" ? "upgrades and downgrades" : run;
    const std::string row = fmt::format("| {0} | {1} | {2} |", name, count, count - missed[run]);
    CHECK_MESSAGE(guide.find(row) != std::string::npos, row);
  }
}

TEST_CASE("in every recorded upgrade the containers restart that podreel says, with its hashes, and with its events") {
  reproduce::Compared compared;
  compared.statuses = false;
  compared.event_writes = false;
  std::size_t total = 0;
  Sample sample{{.sanitized = 4}};
  for (const auto& recorded : recorded_kubelets()) {
    if (!recorded.first.starts_with("upgrades/") || !sample.has_next()) continue;
    CAPTURE(recorded.first);
    const std::string difference = farthest_difference(read_recording(recorded.second, compared));
    CHECK_MESSAGE(difference.empty(), difference);
    ++total;
  }
  CHECK(total >= 18 / one_in({.sanitized = 4}));
}

}  // namespace podreel::testing
