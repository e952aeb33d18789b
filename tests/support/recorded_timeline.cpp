#include "tests/support/recorded_timeline.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <string_view>
#include <utility>

#include "engine/trace/json_line.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/recorded_scenario.hpp"
#include "tests/support/sanitizers.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

bool is_compared(const trace::Record& record) {
  return std::holds_alternative<trace::RuntimeCall>(record.payload) ||
         std::holds_alternative<trace::Event>(record.payload) || std::holds_alternative<trace::Status>(record.payload);
}

/// Keeps those lines of a timeline as JSON that are compared.
class Lines final : public trace::Sink {
 public:
  explicit Lines(sim::Time start) : start_{start} {}
  void write(const trace::Record& record) override {
    if (!is_compared(record)) return;
    std::string line;
    trace::append_json_line(line, record, start_);
    records.push_back(nlohmann::json::parse(line));
  }
  std::vector<nlohmann::json> records;

 private:
  sim::Time start_;
};

/// In seconds. Some recordings were cut short.
double compared_length(const std::vector<nlohmann::json>& records, const language::Scenario& scenario) {
  constexpr double after_last = 0.5;
  const double duration = std::chrono::duration<double>(scenario.duration.value()).count();
  return std::min(duration, records.back().value("t", 0.0) + after_last);
}

simulation::ReplayOptions options_of(std::uint64_t seed, const std::vector<sim::Choice>& choices) {
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = choices;
  options.record_choices = true;
  return options;
}

/// Runs the recording's scenario. Returns what is comparable of its timeline, and the choices.
std::pair<ComparableTimeline, std::vector<sim::Choice>> tell(const RecordedTimeline& recording, std::uint64_t seed,
                                                             const std::vector<sim::Choice>& choices) {
  simulation::ReplayOptions options = options_of(seed, choices);
  Lines lines{simulation::start_time(recording.scenario, options)};
  options.sinks = {&lines};
  simulation::ReplayResult result = simulation::replay(recording.scenario, options);
  return {comparable(lines.records, recording.timeline.length, recording.in_detail), std::move(result.choices)};
}

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
  RecordedTimeline recording{id, read_recorded_scenario(*scenario, parse_run_label(run_of(id))), {}};
  const std::vector<nlohmann::json> records = read_json_lines(*file);
  recording.in_detail = is_in_detail(records);
  recording.timeline = comparable(records, compared_length(records, recording.scenario), recording.in_detail);
  return recording;
}

Attempt attempt(const RecordedTimeline& recording, std::uint64_t seed, std::vector<sim::Choice> choices) {
  auto [timeline, taken] = tell(recording, seed, choices);
  return {seed, std::move(choices), first_difference(recording.timeline, timeline), std::move(taken)};
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

RecordedTimeline told_by_podreel(const RecordedTimeline& recording, std::uint64_t seed) {
  return {recording.id, recording.scenario, tell(recording, seed, {}).first, recording.in_detail};
}

std::size_t choices_until(const RecordedTimeline& recording, const Attempt& attempt, double seconds) {
  simulation::ReplayOptions options = options_of(attempt.seed, attempt.choices);
  options.until = std::chrono::milliseconds{static_cast<std::int64_t>(std::max(0.0, seconds) * 1000)};
  return simulation::replay(recording.scenario, options).choices.size();
}

}  // namespace podreel::testing
