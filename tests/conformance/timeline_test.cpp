#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/trace/json_line.hpp"
#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "support/conformance.hpp"
#include "support/timeline_comparison.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seeds = 64;

/// Keeps the lines of a timeline as JSON.
class Lines final : public trace::Sink {
 public:
  explicit Lines(sim::Time start) : start_{start} {}
  void write(const trace::Record& record) override {
    std::string line;
    trace::append_json_line(line, record, start_);
    records.push_back(nlohmann::json::parse(line));
  }
  std::vector<nlohmann::json> records;

 private:
  sim::Time start_;
};

std::vector<nlohmann::json> read_lines(const fs::path& file) {
  std::ifstream in{file};
  std::vector<nlohmann::json> records;
  for (std::string line; std::getline(in, line);) records.push_back(nlohmann::json::parse(line));
  return records;
}

std::vector<nlohmann::json> simulate(const language::Scenario& scenario, std::uint64_t seed) {
  simulation::ReplayOptions options;
  options.seed = seed;
  Lines lines{simulation::start_time(scenario, options)};
  options.sinks = {&lines};
  static_cast<void>(simulation::replay(scenario, options));
  return std::move(lines.records);
}

/// In seconds. Some recordings were cut short.
double compared_length(const std::vector<nlohmann::json>& records, const language::Scenario& scenario) {
  constexpr double after_last = 0.5;
  const double duration = std::chrono::duration<double>(scenario.duration.value()).count();
  return std::min(duration, records.back().value("t", 0.0) + after_last);
}

/// Nothing if some seed gives the recorded timeline; else the difference of the seed that came farthest.
std::optional<std::string> hold_against(const fs::path& recording, const fs::path& scenario_file,
                                        release::Release release) {
  language::LoadOptions options;
  options.kubelet = release;
  const language::Loaded loaded = language::load_scenario_file(scenario_file.string(), options);
  REQUIRE_MESSAGE(loaded.problems.empty(), scenario_file.string());
  const language::Scenario& scenario = loaded.scenarios.front();
  const std::vector<nlohmann::json> records = read_lines(recording);
  const double length = compared_length(records, scenario);
  const Sequences recorded = sequences_of(records, length);
  Difference farthest;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto difference = first_difference(recorded, sequences_of(simulate(scenario, seed), length));
    if (!difference) return std::nullopt;
    if (seed == 1 || difference->agreed > farthest.agreed) farthest = *difference;
  }
  return farthest.text;
}

struct Tally {
  int equal = 0;
  int total = 0;
};

/// Recordings that podreel cannot produce yet, by "folder/id": a list that may only become shorter.
std::set<std::string> known_misses() {
  std::ifstream in{fs::path{PODREEL_SOURCE_DIR} / "tests" / "conformance" / "timeline_misses.txt"};
  std::set<std::string> misses;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') misses.insert(line);
  }
  return misses;
}

}  // namespace

TEST_CASE("a recorded timeline is one of those that podreel can produce") {
  const auto folder = conformance_folder();
  if (!folder) {
    MESSAGE("no recordings found: timelines are not compared");
    return;
  }
  const std::set<std::string> known = known_misses();
  std::map<std::string, Tally> tallies;
  std::set<fs::path> runs;
  for (const auto& entry : fs::directory_iterator{*folder / "timeline" / "recorded"}) runs.insert(entry.path());
  for (const fs::path& run : runs) {
    const std::string label = run.filename().string();
    const auto release = release::parse_release(label.substr(0, label.find('-')));
    REQUIRE(release);
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator{run}) files.insert(entry.path());
    for (const fs::path& file : files) {
      const std::string id = label + "/" + file.stem().string();
      const fs::path scenario = *folder / "timeline" / "scenarios" / (file.stem().string() + ".yaml");
      if (!fs::exists(scenario)) continue;
      const auto difference = hold_against(file, scenario, *release);
      ++tallies[label].total;
      if (!difference) ++tallies[label].equal;
      CHECK_MESSAGE((!difference || known.contains(id)), id << ": " << difference.value_or(""));
      if (difference) MESSAGE(id << ": " << *difference);
    }
  }
  for (const auto& [label, tally] : tallies) {
    MESSAGE("timelines of " << label << ": " << tally.equal << " of " << tally.total << " produced");
  }
}

}  // namespace podreel::testing
