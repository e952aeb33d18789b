#include "tests/support/recorded_timeline.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "tests/support/built_paths.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/recorded_scenario.hpp"
#include "tests/support/sample.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> recording_file(const fs::path& folder, const std::string& id) {
  for (const std::string_view recordings : all_recordings) {
    fs::path file = folder / recordings / (id + ".jsonl");
    if (fs::exists(file)) return file;
  }
  return std::nullopt;
}

/// Scenarios of an upgrade name its releases, and are in a folder of its own.
std::optional<fs::path> scenario_file(const fs::path& folder, const std::string& id) {
  const std::string name = id.substr(run_of(id).size() + 1) + ".yaml";
  for (fs::path file : {folder / "scenarios" / name, folder / "scenarios-2026-11" / name,
                        folder / "scenarios-2026-11" / run_of(id) / name}) {
    if (fs::exists(file)) return file;
  }
  return std::nullopt;
}

/// Statements of disturbed_recordings.txt, by recording, as records of the recording itself.
std::multimap<std::string, nlohmann::json> read_statements() {
  std::multimap<std::string, nlohmann::json> statements;
  std::ifstream in{source_path("tests/conformance/disturbed_recordings.txt")};
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words{line};
    std::string id;
    std::string what;
    double seconds = 0;
    words >> id >> what >> seconds;
    nlohmann::json record{{"kind", "recording"}, {"what", what}, {"t", what == "end" ? seconds : 0.0}};
    if (what == "stall") record["for_s"] = seconds;
    statements.emplace(std::move(id), std::move(record));
  }
  return statements;
}

void add_statements(std::vector<nlohmann::json>& records, const std::string& id) {
  static const auto statements = read_statements();
  const auto [begin, end] = statements.equal_range(id);
  for (auto statement = begin; statement != end; ++statement) records.push_back(statement->second);
}

}  // namespace

std::vector<std::string> sample_of(std::vector<std::string> ids) {
  Sample sample{{.sanitized = 24}};
  std::vector<std::string> taken;
  for (std::string& id : ids) {
    if (sample.has_next()) taken.push_back(std::move(id));
  }
  return taken;
}

std::string run_of(const std::string& id) {
  return id.substr(0, id.find('/'));
}

std::vector<std::string> recorded_timelines(const fs::path& folder, std::string_view recordings) {
  std::set<std::string> ids;
  for (const auto& run : fs::directory_iterator{folder / recordings}) {
    for (const auto& file : fs::directory_iterator{run.path()}) {
      const std::string id = (run.path().filename() / file.path().stem()).string();
      if (scenario_file(folder, id)) ids.insert(id);
    }
  }
  return {ids.begin(), ids.end()};
}

RecordedTimeline read_recorded_timeline(const fs::path& folder, const std::string& id) {
  const std::optional<fs::path> file = recording_file(folder, id);
  const std::optional<fs::path> scenario = scenario_file(folder, id);
  if (!file || !scenario) throw std::runtime_error{"no such recording: " + id};
  format::Scenario read = read_recorded_scenario(*scenario, parse_run_label(run_of(id)));
  std::vector<nlohmann::json> records = read_json_lines(*file);
  add_statements(records, id);
  return {reproduce::recording_of(std::move(read), records), id};
}

Attempt attempt(const RecordedTimeline& recording, std::uint64_t seed, std::vector<sim::Choice> choices) {
  return reproduce::attempt_replay(recording, seed, std::move(choices));
}

Attempt attempt_seed(const reproduce::Recording& recording, std::uint64_t seed) {
  std::vector<Attempt> attempts = reproduce::seed_attempts(recording, seed);
  return attempts.back().difference ? std::move(attempts.front()) : std::move(attempts.back());
}

std::optional<Attempt> farthest_miss(const RecordedTimeline& recording, std::uint64_t seeds) {
  std::optional<Attempt> farthest;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Attempt tried = attempt_seed(recording, seed);
    if (!tried.difference) return std::nullopt;
    if (!farthest || tried.difference->at > farthest->difference->at) farthest = std::move(tried);
  }
  return farthest;
}

RecordedTimeline reproduced_by_podreel(const RecordedTimeline& recording, std::uint64_t seed) {
  RecordedTimeline own = recording;
  own.timeline = reproduce::simulate_timeline(recording, seed);
  own.kubelets = reproduce::kubelet_ticks(json_records(recording.scenario, seed));
  return own;
}

}  // namespace podreel::testing
