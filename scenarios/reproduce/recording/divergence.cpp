#include "scenarios/reproduce/recording/divergence.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "engine/timing/table.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::reproduce {

namespace {

/// Event of a run at a place of the recording.
struct SimulatedEvent {
  std::string what;
  double gap = 0;
};

/// Returns no value if the run diverges earlier.
std::optional<SimulatedEvent> simulated_at(const Recording& recording, const ComparableTimeline& run,
                                           const EventPosition& place) {
  const std::vector<ComparableEvent>& recorded = comparable_events_of(recording.timeline, place);
  const std::vector<ComparableEvent>& simulated = comparable_events_of(run, place);
  if (recorded.size() < place.index || simulated.size() < place.index) return std::nullopt;
  const auto end = simulated.begin() + static_cast<std::ptrdiff_t>(place.index);
  if (!std::equal(simulated.begin(), end, recorded.begin(),
                  [](const ComparableEvent& a, const ComparableEvent& b) { return a.what == b.what; })) {
    return std::nullopt;
  }
  if (simulated.size() == place.index) return SimulatedEvent{};
  return SimulatedEvent{simulated[place.index].what, gap_before(simulated, place.index)};
}

std::optional<double> gap_at(const std::vector<ComparableEvent>& events, const EventPosition& place) {
  if (events.size() <= place.index) return std::nullopt;
  return gap_before(events, place.index);
}

std::vector<Accepted> accepted_by(const Recording& recording, const std::vector<ComparableTimeline>& runs,
                                  const EventPosition& place) {
  std::map<std::string, Accepted> by_what;
  for (const ComparableTimeline& run : runs) {
    const std::optional<SimulatedEvent> replayed = simulated_at(recording, run, place);
    if (!replayed) continue;
    const Gaps gap = gaps_like(replayed->gap);
    const auto [entry, is_new] = by_what.try_emplace(replayed->what, Accepted{replayed->what, 0, gap});
    Accepted& accepted = entry->second;
    ++accepted.runs;
    accepted.gap = {std::max(0.0, std::min(accepted.gap.minimum, gap.minimum)),
                    std::max(accepted.gap.maximum, gap.maximum)};
  }
  std::vector<Accepted> all;
  for (auto& [what, accepted] : by_what) all.push_back(std::move(accepted));
  std::ranges::stable_sort(all, std::ranges::greater{}, &Accepted::runs);
  return all;
}

/// Returns the row about the capability that applies to the release, or the first one if none does.
const release::BehaviourRow* row_about(release::Capability capability, release::Release release) {
  if (const auto* row = release::row_of(capability, release)) return row;
  return &*std::ranges::find(release::behaviour_table(), capability, &release::BehaviourRow::capability);
}

/// Inverts each capability, one at a time.
std::vector<DecisiveRow> decisive_rows(const Recording& recording, const ReplayAttempt& nearest) {
  const format::KubeletSettings& kubelet = recording.scenario.node.kubelet;
  const release::Behaviour behaviour =
      with_overrides(release::behaviour_of(kubelet.version, kubelet.feature_gates), kubelet.overrides);
  std::vector<DecisiveRow> rows;
  std::vector<release::Capability> tried;
  Recording other = recording;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    if (std::ranges::find(tried, row.capability) != tried.end()) continue;
    tried.push_back(row.capability);
    other.scenario.node.kubelet.overrides = kubelet.overrides;
    other.scenario.node.kubelet.overrides.push_back(row.capability);
    const ReplayAttempt attempt = attempt_replay(other, nearest.seed, nearest.choices);
    if (attempt.difference && attempt.difference->at <= nearest.difference->at) continue;
    DecisiveRow found{row_about(row.capability, kubelet.version), behaviour.has(row.capability), {}};
    if (attempt.difference) found.parts_at = attempt.difference->at;
    rows.push_back(found);
  }
  std::ranges::stable_sort(rows, [](const DecisiveRow& one, const DecisiveRow& two) {
    return one.parts_at && two.parts_at ? *one.parts_at > *two.parts_at : two.parts_at && !one.parts_at;
  });
  return rows;
}

std::vector<release::Release> reproducing_releases(const Recording& recording, const ReplayAttempt& nearest) {
  std::vector<release::Release> releases;
  Recording other = recording;
  for (const release::Release release : release::simulated_releases()) {
    other.scenario.node.kubelet.version = release;
    if (!attempt_replay(other, nearest.seed, nearest.choices).difference) releases.push_back(release);
  }
  return releases;
}

std::vector<std::string_view> rows_at(std::string_view site_name) {
  std::vector<std::string_view> found;
  const auto add = [&](const auto* row) {
    if constexpr (requires { row->site; }) {
      if (timing::name_of(row->site).name == site_name) found.push_back(row->what);
    }
  };
  for (const timing::AnyRow& row : timing::rows()) std::visit(add, row);
  return found;
}

/// Tries the smallest and the largest value of choices shortly before the divergence.
class SiteSearch {
 public:
  SiteSearch(const Recording& recording, const ReplayAttempt& nearest, const ComparableTimeline& replayed, double until)
      : recording_{recording}, nearest_{nearest}, place_{nearest.difference->place}, until_{until} {
    if (const auto here = simulated_at(recording, replayed, place_)) replayed_ = *here;
  }

  std::vector<DecisiveSite> run() {
    for (const sim::Choice& choice : choices_before()) {
      for (const std::uint64_t value : {std::uint64_t{0}, choice.options - 1}) {
        if (value != choice.value) attempt(choice, value);
      }
    }
    std::vector<DecisiveSite> sites;
    for (auto& [name, site] : found_) sites.push_back(std::move(site));
    return sites;
  }

 private:
  /// Returns the last choices of each stream.
  [[nodiscard]] std::vector<sim::Choice> choices_before() const {
    constexpr double seconds_before = 20;
    constexpr std::size_t max_per_stream = 2;
    constexpr std::size_t maximum = 80;
    const std::size_t begin = choices_until(nearest_, until_ - seconds_before);
    std::size_t end = choices_until(nearest_, until_);
    std::map<std::pair<std::string, std::string>, std::size_t> of_stream;
    std::vector<sim::Choice> last;
    while (end-- > begin && last.size() < maximum) {
      const sim::Choice& choice = nearest_.taken[end];
      if (++of_stream[{choice.site, choice.key}] <= max_per_stream) last.push_back(choice);
    }
    return last;
  }

  void attempt(sim::Choice choice, std::uint64_t value) {
    constexpr double noticeable = 0.01;
    choice.value = value;
    const std::vector<sim::Choice> choices = merged_choices(nearest_.choices, {choice});
    const auto replayed = simulated_at(recording_, simulate_timeline(recording_, nearest_.seed, choices), place_);
    const bool is_other = !replayed || replayed->what != replayed_.what;
    if (!is_other && std::abs(replayed->gap - replayed_.gap) < noticeable) return;
    DecisiveSite& site =
        found_.try_emplace(choice.site, DecisiveSite{choice.site, rows_at(choice.site), {replayed_.gap, replayed_.gap}})
            .first->second;
    site.decides_event = site.decides_event || is_other;
    if (!is_other) site.gap = {std::min(site.gap.minimum, replayed->gap), std::max(site.gap.maximum, replayed->gap)};
  }

  const Recording& recording_;
  const ReplayAttempt& nearest_;
  EventPosition place_;
  double until_;
  SimulatedEvent replayed_;
  std::map<std::string, DecisiveSite> found_;
};

/// Keeps the steps of the last explanation before an instant.
class LastExplanation final : public trace::Sink {
 public:
  LastExplanation(const EventPosition& place, sim::Time until) : place_{place}, until_{until} {}
  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::Sync, trace::Status>(); }
  void write(const trace::Record& record) override {
    if (!place_.pod.empty() && record.pod.substr(record.pod.find('/') + 1) != place_.pod) return;
    if (const auto* status = std::get_if<trace::Status>(&record.payload)) {
      if (place_.kind == "status" && record.time <= until_) take(status->explanation);
      return;
    }
    const auto& sync = std::get<trace::Sync>(record.payload);
    if (!sync.explanation) {
      began_[record.pod] = record.time;
    } else if (place_.kind != "status") {
      const auto begin = began_.find(record.pod);
      if (begin != began_.end() && begin->second <= until_) take(sync.explanation);
    }
  }
  std::vector<DecisiveStep> steps;

 private:
  void take(const trace::Explanation& explanation) {
    if (!explanation) return;
    steps.clear();
    for (const auto& step : *explanation) steps.push_back({step.value("rule", ""), step.value("sentence", "")});
  }

  const EventPosition& place_;
  sim::Time until_;
  std::map<std::string, sim::Time> began_;
};

std::vector<DecisiveStep> steps_before(const Recording& recording, const ReplayAttempt& nearest, double seconds) {
  simulation::ReplayOptions options;
  options.seed = nearest.seed;
  options.choices = nearest.choices;
  options.explain = true;
  const auto until = std::chrono::duration_cast<sim::Duration>(std::chrono::duration<double>{seconds + 0.000'001});
  LastExplanation last{nearest.difference->place, simulation::start_time(recording.scenario, options) + until};
  options.sinks = {&last};
  static_cast<void>(simulation::replay(recording.scenario, options));
  return std::move(last.steps);
}

}  // namespace

Divergence divergence_of(const Recording& recording, const ReplayAttempt& nearest) {
  const EventPosition& place = nearest.difference->place;
  std::vector<ComparableTimeline> runs{simulate_timeline(recording, nearest.seed, nearest.choices)};
  const std::vector<ComparableEvent>& simulated = comparable_events_of(runs.front(), place);
  const double until = simulated.size() > place.index ? simulated[place.index].at : nearest.difference->at;
  Divergence divergence;
  divergence.recorded_gap = gap_at(comparable_events_of(recording.timeline, place), place);
  divergence.simulated_gap = gap_at(simulated, place);
  divergence.sites = SiteSearch{recording, nearest, runs.front(), until}.run();
  for (std::uint64_t seed = 1; seed <= seeds_tried; ++seed) runs.push_back(simulate_timeline(recording, seed));
  divergence.accepted = accepted_by(recording, runs, place);
  divergence.rows = decisive_rows(recording, nearest);
  divergence.releases = reproducing_releases(recording, nearest);
  divergence.steps = steps_before(recording, nearest, until);
  return divergence;
}

}  // namespace podreel::reproduce
