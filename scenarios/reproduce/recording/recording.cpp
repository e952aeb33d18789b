#include "scenarios/reproduce/recording/recording.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/trace/former_names.hpp"
#include "engine/trace/json_tree.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/recorded_node.hpp"
#include "scenarios/reproduce/recording/stated_kubelets.hpp"
#include "scenarios/reproduce/recording/statements.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::reproduce {

namespace {

/// Collects the compared records of a timeline as JSON.
class ComparedLines final : public trace::Sink {
 public:
  ComparedLines(sim::Time start, const Compared& compared) : start_{start} {
    if (compared.event_writes) wanted_ |= trace::Kinds::of<trace::EventWrite>();
    if (compared.exits) wanted_ |= trace::Kinds::of<trace::Environment>();
    if (compared.loops) wanted_ |= trace::Kinds::of<trace::Loop>();
    if (compared.syncs) wanted_ |= trace::Kinds::of<trace::Sync>();
  }
  [[nodiscard]] trace::Kinds wanted() const override { return wanted_; }
  void write(const trace::Record& record) override { records.push_back(trace::json_of(record, start_)); }
  std::vector<nlohmann::json> records;

 private:
  sim::Time start_;
  trace::Kinds wanted_ = trace::Kinds::of<trace::RuntimeCall, trace::Event, trace::Status>();
};

simulation::ReplayOptions options_of(std::uint64_t seed, const std::vector<sim::Choice>& choices) {
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = choices;
  options.record_choices = true;
  return options;
}

std::vector<TakenChoice> taken_in(simulation::ReplayResult&& result) {
  std::vector<TakenChoice> taken;
  taken.reserve(result.choices.size());
  for (std::size_t index = 0; index < result.choices.size(); ++index) {
    taken.push_back({std::move(result.choices[index]), format::in_seconds(result.choice_times[index])});
  }
  return taken;
}

/// Runs the recording's scenario. Returns the comparable part of its timeline, and the choices.
std::pair<ComparableTimeline, std::vector<TakenChoice>> replay_comparable(const Recording& recording,
                                                                          std::uint64_t seed,
                                                                          const std::vector<sim::Choice>& choices) {
  simulation::ReplayOptions options = options_of(seed, choices);
  ComparedLines lines{simulation::start_time(recording.scenario, options), recording.compared};
  options.sinks = {&lines};
  simulation::ReplayResult result = simulation::replay(recording.scenario, options);
  return {comparable(lines.records, recording.timeline.length, recording.in_detail, recording.compared),
          taken_in(std::move(result))};
}

/// End of the time that is compared, in seconds.
double compared_length(const std::vector<nlohmann::json>& records, const format::Scenario& scenario) {
  double length = std::numeric_limits<double>::infinity();
  if (scenario.duration) length = format::in_seconds(*scenario.duration);
  const nlohmann::json* end = statement_in(records, "end");
  return end == nullptr ? length : std::min(length, end->value("t", length));
}

std::vector<double> removal_times(const std::vector<nlohmann::json>& records) {
  std::vector<double> times;
  for (const nlohmann::json& record : records) {
    const std::string op = record.value("op", "");
    if (op == "RemoveContainer" || op == "RemovePodSandbox") times.push_back(record.value("t", 0.0));
  }
  return times;
}

}  // namespace

Recording recording_of(format::Scenario scenario, std::vector<nlohmann::json> records, Compared compared) {
  for (nlohmann::json& record : records) trace::use_current_names(record);
  scenario.timing = timing::Model::measured;
  take_recorded_node(records, scenario);
  std::vector<KubeletTicks> kubelets =
      kubelet_ticks(records, format::any_kubelet_has(scenario, {release::relist_on_demand}));
  const std::vector<sim::Choice> phases = stated_phases(kubelets);
  // The scenario's own choices come later and override them.
  scenario.choices.insert(scenario.choices.begin(), phases.begin(), phases.end());
  Recording recording{.scenario = std::move(scenario),
                      .timeline = {},
                      .in_detail = is_in_detail(records),
                      .compared = kinds_in(records, compared),
                      .stall = {},
                      .removals = removal_times(records),
                      .kubelets = std::move(kubelets),
                      .stated_kubelets = stated_kubelets(records)};
  if (const auto* stall = statement_in(records, "stall")) recording.stall = stall->value("for_s", 0.0);
  const double length = compared_length(records, recording.scenario);
  recording.timeline = comparable(records, length, recording.in_detail, recording.compared);
  return recording;
}

ReplayAttempt attempt_replay(const Recording& recording, std::uint64_t seed, std::vector<sim::Choice> choices) {
  auto [timeline, taken] = replay_comparable(recording, seed, choices);
  ReplayAttempt attempt{seed, std::move(choices), first_difference(recording.timeline, timeline, recording.stall),
                        std::move(taken)};
  PODREEL_INVARIANT(!attempt.difference || attempt.difference->recorded != "" || attempt.difference->simulated != "",
                    "at a difference at least one side has an event");
  PODREEL_INVARIANT(!attempt.difference || attempt.difference->at <= std::max(recording.timeline.length, 0.0),
                    "a difference lies within the compared time");
  return attempt;
}

std::optional<ReplayAttempt> attempt_recorded_phases(const Recording& recording, const ReplayAttempt& attempt) {
  const std::vector<sim::Choice> phases = recorded_phases(recording.kubelets, attempt.taken);
  if (phases.empty()) return std::nullopt;
  return attempt_replay(recording, attempt.seed, merged_choices(attempt.choices, phases));
}

ComparableTimeline simulate_timeline(const Recording& recording, std::uint64_t seed,
                                     const std::vector<sim::Choice>& choices) {
  return replay_comparable(recording, seed, choices).first;
}

std::size_t choices_until(const ReplayAttempt& attempt, double seconds) {
  const auto later = std::ranges::upper_bound(attempt.taken, std::max(seconds, 0.0), {}, &TakenChoice::at);
  return static_cast<std::size_t>(later - attempt.taken.begin());
}

}  // namespace podreel::reproduce
