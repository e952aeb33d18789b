#include "scenarios/explore/distinction.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/sim/scheduler.hpp"
#include "engine/trace/digest.hpp"
#include "engine/trace/json_tree.hpp"
#include "scenarios/explore/object_distinction.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;

/// Kinds of records that are most informative for readers, in this order.
constexpr std::array<std::string_view, 8> compared_kinds{"event", "runtime", "status", "probe",
                                                         "sync",  "node",    "loop",   "eventWrite"};
/// Fields with names and times of a single run.
constexpr std::array<const char*, 9> run_specific_fields{"t",      "kind", "id",          "sandbox", "hash",
                                                         "dur_ms", "pod",  "explanation", "from"};

struct SimulatedRecord {
  sim::Duration at{};
  std::size_t kind = 0;
  /// The pattern, as text.
  std::string text;
};

/// Translates a record's fields to those of expectations, and leaves out others.
ordered_json call_pattern(const ordered_json& fields) {
  constexpr std::array<std::pair<const char*, const char*>, 9> names{{{"op", "op"},
                                                                      {"container", "container"},
                                                                      {"attempt", "attempt"},
                                                                      {"sandbox_attempt", "sandboxAttempt"},
                                                                      {"image", "image"},
                                                                      {"timeout", "timeout"},
                                                                      {"command", "command"},
                                                                      {"exitCode", "exitCode"},
                                                                      {"error", "error"}}};
  ordered_json pattern;
  for (const auto& [recorded, expected] : names) {
    if (fields.contains(recorded)) pattern[expected] = fields[recorded];
  }
  return pattern;
}

ordered_json pattern_of(const nlohmann::json& record, std::string_view kind) {
  ordered_json fields = ordered_json(record);
  for (const char* name : run_specific_fields) fields.erase(name);
  if (kind == "event") {
    fields.erase("type");
    fields.erase("obj");
    return {{"event", std::move(fields)}};
  }
  if (kind == "runtime") return {{"call", call_pattern(fields)}};
  ordered_json whole{{"kind", kind}};
  whole.update(fields);
  return {{"record", std::move(whole)}};
}

/// Collects the records of a run as patterns.
class PatternSink final : public trace::Sink {
 public:
  explicit PatternSink(sim::Time start) : start_{start} {}

  void write(const trace::Record& record) override {
    const nlohmann::json whole = trace::json_of(record, start_);
    const std::string kind = whole.at("kind");
    const auto place = std::ranges::find(compared_kinds, kind);
    if (place == compared_kinds.end()) return;
    records_.push_back({record.time - start_, static_cast<std::size_t>(place - compared_kinds.begin()),
                        pattern_of(whole, kind).dump()});
  }

  [[nodiscard]] const std::vector<SimulatedRecord>& records() const noexcept { return records_; }

 private:
  sim::Time start_;
  std::vector<SimulatedRecord> records_;
};

/// Returns the scenario for a kubelet of that release, with these capabilities inverted.
format::Scenario run_by(format::Scenario scenario, release::Release kubelet,
                        const std::vector<release::Capability>& overrides) {
  scenario.node.kubelet.version = kubelet;
  scenario.node.kubelet.overrides = overrides;
  return scenario;
}

struct RecordedRun {
  std::vector<SimulatedRecord> records;
  std::vector<nlohmann::json> objects;

  [[nodiscard]] std::size_t count(const std::string& text) const {
    return static_cast<std::size_t>(std::ranges::count(records, text, &SimulatedRecord::text));
  }
  [[nodiscard]] std::size_t count(const std::string& text, sim::Duration from, sim::Duration until) const {
    return static_cast<std::size_t>(std::ranges::count_if(records, [&](const SimulatedRecord& each) {
      return each.text == text && each.at >= from && each.at <= until;
    }));
  }
};

/// Runs the scenario with a `Sink` that is constructed from the start time, and passes it and the pods' objects at the
/// end to `use`. A run that does not end counts up to where it is given up, and has no objects.
template <class Sink, class Use>
auto replay_into(const format::Scenario& scenario, const Use& use) {
  simulation::ReplayOptions options;
  options.until = run_length(scenario);
  options.print_objects = true;
  Sink sink{simulation::start_time(scenario, options)};
  options.sinks = {&sink};
  std::vector<nlohmann::json> objects;
  try {
    objects = simulation::replay(scenario, options).objects;
  } catch (const sim::LivelockError&) {
    // The sink has all records until then.
  }
  return use(sink, std::move(objects));
}

RecordedRun run_of(const format::Scenario& scenario) {
  return replay_into<PatternSink>(scenario, [](const PatternSink& sink, std::vector<nlohmann::json> objects) {
    return RecordedRun{sink.records(), std::move(objects)};
  });
}

/// The three runs in which a change is searched.
struct Runs {
  RecordedRun before;
  RecordedRun without;
  RecordedRun after;
};

/// Among equally informative kinds, prefers records that one run lacks to records that differ in number.
std::optional<Distinction> counted_distinction(const Runs& runs) {
  std::optional<std::pair<std::size_t, bool>> rank;
  Distinction best;
  for (const RecordedRun* run : {&runs.after, &runs.without}) {
    for (const SimulatedRecord& records : run->records) {
      if (rank && *rank <= std::pair{records.kind, false}) continue;
      const std::size_t after = runs.after.count(records.text);
      const std::size_t without = runs.without.count(records.text);
      const std::size_t before = runs.before.count(records.text);
      if (after == without || after == before) continue;
      const bool is_counted = after > 0 && (before > 0 || without > 0);
      if (rank && *rank <= std::pair{records.kind, is_counted}) continue;
      rank = {records.kind, is_counted};
      best = {ordered_json::parse(records.text), before, after, is_counted};
    }
  }
  return rank ? std::optional{std::move(best)} : std::nullopt;
}

/// Returns the first record at a time at which the other runs have no such record.
std::optional<Distinction> timed_distinction(const Runs& runs) {
  for (const SimulatedRecord& records : runs.after.records) {
    const sim::Duration from = std::chrono::floor<std::chrono::milliseconds>(records.at);
    const sim::Duration until = from + 1ms;
    if (runs.without.count(records.text, from, until) > 0 || runs.before.count(records.text, from, until) > 0) continue;
    Distinction mark{ordered_json::parse(records.text), 0, runs.after.count(records.text, from, until)};
    mark.between = {from, until};
    return mark;
  }
  return std::nullopt;
}

/// Returns a difference of the pods' objects.
std::optional<Distinction> object_distinction(const Runs& runs) {
  if (auto gained = part_of_one(runs.after.objects, {&runs.without.objects, &runs.before.objects})) {
    return Distinction{*std::move(gained), 0, 1};
  }
  auto lost = part_of_one(runs.before.objects, {&runs.after.objects});
  if (!lost || part_of_one(runs.without.objects, {&runs.after.objects}) != lost) return std::nullopt;
  return Distinction{*std::move(lost), 1, 0};
}

std::optional<Distinction> find_in_runs(const Runs& runs) {
  if (auto counted = counted_distinction(runs)) return counted;
  if (auto timed = timed_distinction(runs)) return timed;
  return object_distinction(runs);
}

}  // namespace

sim::Duration run_length(const format::Scenario& scenario) {
  constexpr sim::Duration max_run_length = 2h;
  return std::min<sim::Duration>(scenario.duration.value_or(10min), max_run_length);
}

RunSummary summarize_run(const format::Scenario& scenario, release::Release kubelet,
                         const std::vector<release::Capability>& overrides) {
  return replay_into<trace::DigestSink>(run_by(scenario, kubelet, overrides),
                                        [](const trace::DigestSink& sink, std::vector<nlohmann::json> objects) {
                                          return RunSummary{sink.hex(), std::move(objects)};
                                        });
}

std::optional<Distinction> find_distinction(const format::Scenario& first, const format::Scenario& second) {
  return find_in_runs({run_of(first), run_of(first), run_of(second)});
}

std::optional<Distinction> find_capability_distinction(const format::Scenario& scenario, const ReleaseStep& step,
                                                       release::Capability capability) {
  if (summarize_run(scenario, step.to, {}) == summarize_run(scenario, step.to, {capability})) return std::nullopt;
  return find_in_runs({run_of(run_by(scenario, step.from, {})), run_of(run_by(scenario, step.to, {capability})),
                       run_of(run_by(scenario, step.to, {}))});
}

}  // namespace podreel::explore
