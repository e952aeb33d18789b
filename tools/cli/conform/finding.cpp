#include "tools/cli/conform/finding.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "engine/invariant.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"
#include "scenarios/reproduce/recording/recorded_checks.hpp"
#include "scenarios/reproduce/recording/recording.hpp"
#include "scenarios/reproduce/recording/timeline_comparison.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using nlohmann::ordered_json;
using reproduce::ComparableTimeline;

constexpr reproduce::Compared kinds_before_faults{
    .events = false, .statuses = false, .event_writes = false, .execs = false, .loops = true, .syncs = true};

/// The choices of a run.
struct Chances {
  std::uint64_t seed = 1;
  std::vector<sim::Choice> choices{};
};

/// Returns those of the scenario, and then those of other seeds.
std::vector<Chances> chances_of(const format::Scenario& scenario) {
  std::vector<Chances> all{{scenario.seed, scenario.choices}};
  for (std::uint64_t seed = 1; seed <= reproduce::seeds_tried; ++seed) all.push_back({seed, {}});
  return all;
}

bool violates(const format::Scenario& scenario, const Chances& chances) {
  simulation::ReplayOptions options;
  options.seed = chances.seed;
  options.choices = chances.choices;
  return !simulation::run_and_check(scenario, std::move(options)).holds();
}

/// Returns the choices of the first run that violates an expectation; no value if none does.
std::optional<Chances> violating_chances(const format::Scenario& scenario) {
  for (const Chances& chances : chances_of(scenario)) {
    if (violates(scenario, chances)) return chances;
  }
  return std::nullopt;
}

/// Collects the times of one call, since the start.
class CallTimes final : public trace::Sink {
 public:
  CallTimes(const runtime_fake::CallFault& fault, sim::Time start) : fault_{fault}, start_{start} {}
  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::RuntimeCall>(); }
  void write(const trace::Record& record) override {
    const auto& call = std::get<trace::RuntimeCall>(record.payload);
    if (call.op != fault_.call || (!fault_.pod.empty() && record.pod != fault_.pod)) return;
    if (!fault_.container.empty() && call.container != fault_.container) return;
    times.push_back(record.time - start_);
  }
  std::vector<sim::Duration> times;

 private:
  const runtime_fake::CallFault& fault_;
  sim::Time start_;
};

std::vector<sim::Duration> call_times(const format::Scenario& scenario, const Chances& chances,
                                      const runtime_fake::CallFault& fault) {
  simulation::ReplayOptions options;
  options.seed = chances.seed;
  options.choices = chances.choices;
  CallTimes calls{fault, simulation::start_time(scenario, options)};
  options.sinks = {&calls};
  static_cast<void>(simulation::replay(scenario, options));
  std::ranges::sort(calls.times);
  return std::move(calls.times);
}

struct Window {
  sim::Duration from{};
  sim::Duration until{};
};

/// Returns a time around the calls in the fault's time that contains no other of these calls.
std::optional<Window> widened(const runtime_fake::CallFault& fault, const std::vector<sim::Duration>& calls) {
  constexpr sim::Duration margin = 500ms;
  const auto first = std::ranges::lower_bound(calls, fault.from);
  const auto end = std::ranges::lower_bound(calls, *fault.until);
  if (first == end) return std::nullopt;
  const sim::Duration last = *std::prev(end);
  const sim::Duration before = first == calls.begin() ? *first : (*first - *std::prev(first)) / 2;
  const sim::Duration after = end == calls.end() ? margin : (*end - last) / 2;
  return Window{*first - std::min(before, margin), last + std::min(after, margin)};
}

/// Extends faults that last for less than a second, which no call of a real kubelet would meet.
void widen_faults(Finding& finding, const Chances& chances) {
  constexpr sim::Duration brief = 1s;
  const std::vector<runtime_fake::CallFault>& faults = finding.scenario.runtime.calls;
  ordered_json& written = finding.workload.document["spec"]["runtime"]["calls"];
  for (std::size_t index = 0; index < faults.size(); ++index) {
    const runtime_fake::CallFault& fault = faults[index];
    if (!fault.until || *fault.until - fault.from >= brief) continue;
    const auto window = widened(fault, call_times(finding.scenario, chances, fault));
    if (!window) continue;
    written[index]["from"] = format::duration_text(window->from);
    written[index]["until"] = format::duration_text(window->until);
  }
}

format::Scenario scenario_of(const explore::Workload& workload) {
  format::Loaded loaded = explore::loaded(workload);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  PODREEL_INVARIANT(loaded.scenarios.size() == 1, "a workload is one run");
  // Real components take time.
  loaded.scenarios.front().timing = timing::Model::measured;
  return std::move(loaded.scenarios.front());
}

/// Returns the duration in a member of a step or a fault; no value if it has none.
std::optional<sim::Duration> duration_in(const ordered_json& item, const char* key) {
  if (!item.contains(key) || !item[key].is_string()) return std::nullopt;
  const auto parsed = format::parse_duration(item[key].get<std::string>());
  const auto* duration = std::get_if<sim::Duration>(&parsed);
  return duration == nullptr ? std::nullopt : std::optional{*duration};
}

/// Delays the members of each item that are not earlier than `first`.
void delay_items(ordered_json& list, sim::Duration first, sim::Duration delay) {
  for (ordered_json& item : list) {
    for (const char* key : {"at", "from", "until"}) {
      const auto written = duration_in(item, key);
      if (written && *written >= first) item[key] = format::duration_text(std::max(*written + delay, sim::Duration{}));
    }
  }
}

/// The timeline of a run, with the kinds that show whether an instant was reached.
ComparableTimeline simulated(const format::Scenario& scenario, const Chances& chances, double length,
                             const reproduce::Compared& kinds = kinds_before_faults) {
  reproduce::Recording all{.scenario = scenario, .timeline = {}, .in_detail = true, .compared = kinds};
  all.timeline.length = length;
  return reproduce::simulate_timeline(all, chances.seed, chances.choices);
}

sim::Duration duration_of(double seconds) {
  return std::chrono::duration_cast<sim::Duration>(std::chrono::duration<double>{seconds});
}

/// A record beside a fault: its pod, kind and number among these, and its time in seconds.
struct Neighbour {
  std::string pod;
  std::string kind;
  std::size_t index = 0;
  double at = 0;
};

/// The last record before an instant, and the time of the first one after it.
struct Neighbours {
  std::optional<Neighbour> before;
  std::optional<double> after;
};

Neighbours neighbours_of(const ComparableTimeline& timeline, double instant) {
  Neighbours found;
  for (const auto& [pod, sequences] : timeline.pods) {
    for (const auto& [kind, events] : sequences) {
      for (std::size_t index = 0; index < events.size(); ++index) {
        const double at = events[index].at;
        if (at < instant && (!found.before || at > found.before->at)) found.before = Neighbour{pod, kind, index, at};
        if (at >= instant && (!found.after || at < *found.after)) found.after = at;
      }
    }
  }
  return found;
}

/// Returns the time of the same record in another timeline; no value if that has none.
std::optional<double> time_of(const Neighbour& record, const ComparableTimeline& timeline) {
  const auto pod = timeline.pods.find(record.pod);
  if (pod == timeline.pods.end()) return std::nullopt;
  const auto events = pod->second.find(record.kind);
  if (events == pod->second.end() || events->second.size() <= record.index) return std::nullopt;
  return events->second[record.index].at;
}

/// Returns a distance from the record before the fault for this attempt.
double distance_of(double distance, double window, std::size_t attempt, std::size_t attempts) {
  const double phase = window * static_cast<double>(attempt - 1) / static_cast<double>(attempts);
  return distance < window ? std::fmod(distance + phase, window) : distance + phase;
}

bool have_equal_texts(const std::vector<reproduce::ComparableEvent>& left,
                      const std::vector<reproduce::ComparableEvent>& right) {
  return std::ranges::equal(left, right, {}, &reproduce::ComparableEvent::what, &reproduce::ComparableEvent::what);
}

bool are_alike(const ComparableTimeline& left, const ComparableTimeline& right) {
  return std::ranges::equal(left.pods, right.pods, [](const auto& one, const auto& other) {
    return one.first == other.first &&
           std::ranges::equal(one.second, other.second, [](const auto& kind, const auto& same) {
             return kind.first == same.first && have_equal_texts(kind.second, same.second);
           });
  });
}

/// A recording also has lines that are not compared, some of them about pods without others.
ComparableTimeline without_empty_pods(ComparableTimeline timeline) {
  std::erase_if(timeline.pods, [](const auto& pod) { return pod.second.empty(); });
  return timeline;
}

/// Returns how many seconds later than in the run the kubelet was at last, by the last record that both have.
double lag_of(const ComparableTimeline& recorded, const ComparableTimeline& run) {
  double last = 0;
  double lag = 0;
  for (const auto& [pod, sequences] : recorded.pods) {
    const auto same_pod = run.pods.find(pod);
    if (same_pod == run.pods.end()) continue;
    for (const auto& [kind, events] : sequences) {
      const auto same_kind = same_pod->second.find(kind);
      if (same_kind == same_pod->second.end()) continue;
      const auto [differs, other] =
          std::mismatch(events.begin(), events.end(), same_kind->second.begin(), same_kind->second.end(),
                        [](const reproduce::ComparableEvent& one, const reproduce::ComparableEvent& same) {
                          return one.what == same.what;
                        });
      if (differs == events.begin() || std::prev(differs)->at <= last) continue;
      last = std::prev(differs)->at;
      lag = last - std::prev(other)->at;
    }
  }
  return lag;
}

/// Returns by how many seconds the kubelet was too late to violate the expectation before the end of the recording, as
/// the run does; 0 if it was not.
double missed_by(const Finding& finding, const Chances& chances, const std::vector<json>& records) {
  const double length = format::in_seconds(*finding.scenario.duration);
  const reproduce::Compared all;
  const double lag =
      lag_of(reproduce::comparable(records, length, true, all), simulated(finding.scenario, chances, length, all));
  format::Scenario shorter = finding.scenario;
  *shorter.duration -= duration_of(lag);
  return lag > 0 && !violates(shorter, chances) ? lag : 0;
}

bool is_call_of(const runtime_fake::CallFault& fault, const json& record) {
  return record.value("kind", "") == "runtime" && record.value("op", "") == fault.call &&
         (fault.container.empty() || record.value("container", "") == fault.container);
}

/// Returns a fault of a limited time in which the recording has none of its calls, but at other times; null if there is
/// none. Some calls are in no recording, and others end after it.
const runtime_fake::CallFault* missed_fault(const format::Scenario& scenario, const std::vector<json>& records) {
  const auto is_missed = [&](const runtime_fake::CallFault& fault) {
    if (!fault.until || fault.from == sim::Duration{}) return false;
    std::vector<sim::Duration> times;
    for (const json& record : records) {
      if (is_call_of(fault, record)) times.push_back(duration_of(record.value("t", 0.0)));
    }
    return !times.empty() && std::ranges::none_of(times, [&](sim::Duration at) { return fault.holds_at(at); });
  };
  const auto missed = std::ranges::find_if(scenario.runtime.calls, is_missed);
  return missed == scenario.runtime.calls.end() ? nullptr : &*missed;
}

/// Whether a run that meets the expectations does all that the kubelet did, and no more: chance decides.
bool is_a_chance(const Finding& finding, const std::vector<json>& records) {
  const reproduce::Recording recording = reproduce::recording_of(finding.scenario, records);
  const ComparableTimeline recorded = without_empty_pods(recording.timeline);
  return std::ranges::any_of(chances_of(finding.scenario), [&](const Chances& chances) {
    const ComparableTimeline run = reproduce::simulate_timeline(recording, chances.seed, chances.choices);
    return are_alike(recorded, without_empty_pods(run)) &&
           !reproduce::first_difference(recording.timeline, run, recording.stall) &&
           !violates(finding.scenario, chances);
  });
}

/// Whether a run that violates an expectation has the same records before the last fault.
FindingVerdict judge_reach(const Finding& finding, const std::vector<json>& records) {
  const double last = format::in_seconds(fault_instants(finding.scenario).last);
  const ComparableTimeline recorded =
      without_empty_pods(reproduce::comparable(records, last, true, kinds_before_faults));
  bool has_equal_run = false;
  for (const Chances& chances : chances_of(finding.scenario)) {
    if (last > 0 && !are_alike(recorded, without_empty_pods(simulated(finding.scenario, chances, last)))) continue;
    has_equal_run = true;
    if (!violates(finding.scenario, chances)) continue;
    if (const auto* fault = missed_fault(finding.scenario, records)) {
      return {FindingOutcome::not_reached,
              fmt::format("no {} came between {} and {}", fault->call, format::duration_text(fault->from),
                          format::duration_text(*fault->until))};
    }
    if (const double lag = missed_by(finding, chances, records); lag > 0) {
      return {FindingOutcome::not_reached,
              fmt::format("the recording ended before the kubelet came that far: it was {:.1f}s late", lag)};
    }
    if (is_a_chance(finding, records)) {
      return {FindingOutcome::not_reached, "a run of podreel that meets the expectations does exactly the same"};
    }
    return {FindingOutcome::not_confirmed,
            fmt::format("the fault at {:.3f}s met the kubelet as in a run that violates the expectation", last)};
  }
  return {FindingOutcome::not_reached,
          fmt::format("{} before the fault at {:.3f}s",
                      has_equal_run ? "no run that violates the expectation has the same records"
                                    : "no run of podreel has the same records",
                      last)};
}

}  // namespace

Finding read_finding(const std::string& file, release::Release kubelet) {
  format::LoadOptions options;
  options.kubelet = kubelet;
  const api::LoadedFile documents = api::load_file(file);
  const format::Loaded loaded = format::load_scenarios(documents, file, options);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  std::vector<explore::Workload> workloads = explore::workloads_of(documents, file, options);
  if (workloads.size() != 1) {
    throw BadInput{fmt::format("{}: {}; accepted: one", shown(file), counted(workloads.size(), "run"))};
  }
  Finding finding{.file = file, .name = {}, .workload = std::move(workloads.front()), .scenario = {}};
  finding.scenario = scenario_of(finding.workload);
  finding.name = finding.scenario.name;
  if (finding.scenario.expectations.empty() || !finding.scenario.duration) {
    throw BadInput{
        fmt::format("{}: accepted: a scenario with expectations and a duration, as podreel explore --save "
                    "writes it",
                    shown(file))};
  }
  const auto chances = violating_chances(finding.scenario);
  if (!chances) {
    finding.met = fmt::format(
        "kubelets of {} meet its expectations with the seeds 1 to {}; use a kubelet of the release that violates them",
        release::to_string(kubelet), reproduce::seeds_tried);
  } else if (!finding.scenario.runtime.calls.empty()) {
    widen_faults(finding, *chances);
    finding.scenario = scenario_of(finding.workload);
  }
  return finding;
}

FaultInstants fault_instants(const format::Scenario& scenario) {
  std::vector<sim::Duration> instants;
  for (const format::Step& step : scenario.timeline) {
    if (!step.action->creates(scenario.node.name)) instants.push_back(step.at);
  }
  for (const runtime_fake::CallFault& fault : scenario.runtime.calls) instants.push_back(fault.from);
  std::erase(instants, sim::Duration{});
  if (instants.empty()) return {};
  const auto [first, last] = std::ranges::minmax(instants);
  return {first, last};
}

Finding delayed(const Finding& finding, sim::Duration delay) {
  constexpr sim::Duration more = 5s;
  const sim::Duration first = fault_instants(finding.scenario).first;
  Finding later = finding;
  ordered_json& spec = later.workload.document["spec"];
  if (first > sim::Duration{}) {
    if (spec.contains("timeline")) delay_items(spec["timeline"], first, delay);
    if (spec.contains("runtime") && spec["runtime"].contains("calls")) {
      delay_items(spec["runtime"]["calls"], first, delay);
    }
  }
  spec["duration"] = format::duration_text(*finding.scenario.duration + std::max(delay, sim::Duration{}) + more);
  later.scenario = scenario_of(later.workload);
  return later;
}

sim::Duration delay_of(const Finding& finding, std::size_t attempt, std::size_t attempts,
                       const std::vector<json>& last) {
  constexpr double relist_period = 1;
  const double first = format::in_seconds(fault_instants(finding.scenario).first);
  const auto chances = violating_chances(finding.scenario);
  if (attempt == 1 || first == 0 || !chances) return {};
  const double length = format::in_seconds(*finding.scenario.duration);
  const Neighbours predicted = neighbours_of(simulated(finding.scenario, *chances, length), first);
  if (!predicted.before) return {};
  const ComparableTimeline recorded = reproduce::comparable(last, length, true, kinds_before_faults);
  const double observed = time_of(*predicted.before, recorded).value_or(predicted.before->at);
  const double window = std::min(predicted.after.value_or(length) - predicted.before->at, relist_period);
  const double instant = observed + distance_of(first - predicted.before->at, window, attempt, attempts);
  return std::chrono::milliseconds{std::llround((instant - first) * 1e3)};
}

std::string_view to_string(FindingOutcome outcome) noexcept {
  switch (outcome) {
    case FindingOutcome::confirmed:
      return "confirmed";
    case FindingOutcome::not_confirmed:
      return "not confirmed";
    case FindingOutcome::not_reached:
      return "not reached";
  }
  return {};
}

FindingVerdict judge_finding(const Finding& finding, const std::vector<json>& records) {
  for (const format::Verdict& verdict : reproduce::check_recording(finding.scenario, records)) {
    if (!verdict.held) return {FindingOutcome::confirmed, verdict.seen};
  }
  return judge_reach(finding, records);
}

}  // namespace podreel::cli
