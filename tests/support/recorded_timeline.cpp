#include "tests/support/recorded_timeline.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "tests/support/json_lines.hpp"
#include "tests/support/recorded_scenario.hpp"
#include "tests/support/sanitizers.hpp"

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

/// Scenarios of an upgrade name its releases, and stand in a folder of its own.
std::optional<fs::path> scenario_file(const fs::path& folder, const std::string& id) {
  const std::string name = id.substr(run_of(id).size() + 1) + ".yaml";
  for (fs::path file : {folder / "scenarios" / name, folder / "scenarios-2026-11" / name,
                        folder / "scenarios-2026-11" / run_of(id) / name}) {
    if (fs::exists(file)) return file;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> sample_of(std::vector<std::string> ids) {
  Sample sample{8};
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
  return {reproduce::recording_of(std::move(read), read_json_lines(*file)), id};
}

Attempt attempt(const RecordedTimeline& recording, std::uint64_t seed, std::vector<sim::Choice> choices) {
  return reproduce::attempt_replay(recording, seed, std::move(choices));
}

std::optional<Attempt> farthest_miss(const RecordedTimeline& recording, std::uint64_t seeds) {
  std::optional<Attempt> farthest;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Attempt tried = attempt(recording, seed);
    if (!tried.difference) return std::nullopt;
    if (!farthest || tried.difference->at > farthest->difference->at) farthest = std::move(tried);
  }
  return farthest;
}

RecordedTimeline reproduced_by_podreel(const RecordedTimeline& recording, std::uint64_t seed) {
  return {{recording.scenario, reproduce::simulate_timeline(recording, seed), recording.in_detail}, recording.id};
}

}  // namespace podreel::testing
