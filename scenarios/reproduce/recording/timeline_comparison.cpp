#include "scenarios/reproduce/recording/timeline_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace podreel::reproduce {

namespace {

using Events = std::vector<ComparableEvent>;

/// Time of the end of the event before, in seconds; of the first, the scenario's begin.
double end_before(const Events& events, std::size_t index) {
  return index == 0 ? 0 : events[index - 1].at + events[index - 1].lasted;
}

/// Compares the events of one pod and kind.
class SequenceComparison {
 public:
  SequenceComparison(EventPosition place, const Events& recorded, const Events& simulated, double end,
                     std::optional<double> stall)
      : place_{std::move(place)}, recorded_{recorded}, simulated_{simulated}, end_{end}, stall_{stall} {}

  std::optional<Difference> run() {
    const std::size_t common = std::min(recorded_.size(), simulated_.size());
    for (; place_.index < common; ++place_.index) {
      if (recorded_[place_.index].what != simulated_[place_.index].what) return other_event();
      if (!is_in_time()) return other_time();
    }
    return recorded_.size() == simulated_.size() ? std::nullopt : extra_event();
  }
  /// Number of events that agree.
  [[nodiscard]] std::size_t agreed() const { return place_.index; }

 private:
  [[nodiscard]] bool has_times() const { return !place_.kind.starts_with("exec in "); }

  bool is_in_time() {
    const ComparableEvent& recorded = recorded_[place_.index];
    const ComparableEvent& simulated = simulated_[place_.index];
    if (!has_times()) return true;
    const double recorded_gap = gap_before(recorded_, place_.index);
    const double simulated_gap = gap_before(simulated_, place_.index);
    const double tolerance =
        recorded.since && simulated.since ? relist_tolerance : gap_tolerance(recorded_gap, simulated_gap);
    const double excess = recorded_gap - simulated_gap;
    const double longer = recorded.lasted - simulated.lasted;
    // A call that hangs is recorded when the runtime takes it up.
    if (std::abs(excess + longer) <= tolerance && std::abs(longer) > relist_tolerance) return true;
    return std::abs(longer) <= relist_tolerance && (std::abs(excess) <= tolerance || takes_stall(excess));
  }
  /// A documented stall excuses one gap.
  bool takes_stall(double excess) {
    if (!stall_ || std::abs(excess - *stall_) > relist_tolerance) return false;
    stall_.reset();
    return true;
  }

  [[nodiscard]] Difference other_event() const {
    const ComparableEvent& recorded = recorded_[place_.index];
    const ComparableEvent& simulated = simulated_[place_.index];
    return {recorded.at,
            fmt::format("{} {}: recorded {:.3f} {}\n      simulated {:.3f} {}", place_.kind, place_.index, recorded.at,
                        recorded.what, simulated.at, simulated.what),
            place_, recorded.what, simulated.what};
  }
  [[nodiscard]] Difference other_time() const {
    const ComparableEvent& recorded = recorded_[place_.index];
    return {recorded.at,
            fmt::format("{} {}: {}\n      recorded {:.3f} s after the one before, simulated {:.3f} s", place_.kind,
                        place_.index, recorded.what, gap_before(recorded_, place_.index),
                        gap_before(simulated_, place_.index)),
            place_, recorded.what, recorded.what};
  }
  [[nodiscard]] std::optional<Difference> extra_event() const {
    const bool is_missing = recorded_.size() > simulated_.size();
    const Events& longer = is_missing ? recorded_ : simulated_;
    const Events& shorter = is_missing ? simulated_ : recorded_;
    const ComparableEvent& extra = longer[place_.index];
    const double gap = extra.at - end_before(longer, place_.index);
    if (may_come_after(end_, end_before(shorter, place_.index), gap)) return std::nullopt;
    return Difference{extra.at,
                      fmt::format("{} {}: only {}: {:.3f} {}", place_.kind, place_.index,
                                  is_missing ? "recorded" : "simulated", extra.at, extra.what),
                      place_, is_missing ? extra.what : "", is_missing ? "" : extra.what};
  }

  EventPosition place_;
  const Events& recorded_;
  const Events& simulated_;
  double end_;
  std::optional<double> stall_;
};

/// Pods and kinds that either has.
std::set<std::pair<std::string, std::string>> sequences_of(const ComparableTimeline& recorded,
                                                           const ComparableTimeline& simulated) {
  std::set<std::pair<std::string, std::string>> all;
  for (const ComparableTimeline* timeline : {&recorded, &simulated}) {
    for (const auto& [pod, sequences] : timeline->pods) {
      for (const auto& [kind, events] : sequences) all.emplace(pod, kind);
    }
  }
  return all;
}

}  // namespace

const std::vector<ComparableEvent>& comparable_events_of(const ComparableTimeline& timeline,
                                                         const EventPosition& place) {
  static const Events none;
  const auto pod = timeline.pods.find(place.pod);
  if (pod == timeline.pods.end()) return none;
  const auto events = pod->second.find(place.kind);
  return events == pod->second.end() ? none : events->second;
}

double gap_before(const std::vector<ComparableEvent>& events, std::size_t index) {
  return events[index].at - events[index].since.value_or(end_before(events, index));
}

std::optional<Difference> first_difference(const ComparableTimeline& recorded, const ComparableTimeline& simulated,
                                           std::optional<double> stall) {
  std::optional<Difference> first;
  std::size_t agreed = 0;
  for (const auto& [pod, kind] : sequences_of(recorded, simulated)) {
    const EventPosition begin{pod, kind};
    SequenceComparison comparison{begin, comparable_events_of(recorded, begin), comparable_events_of(simulated, begin),
                                  recorded.length, stall};
    std::optional<Difference> found = comparison.run();
    agreed += comparison.agreed();
    if (found && (!first || found->at < first->at)) first = std::move(found);
  }
  if (first) first->agreed = agreed;
  return first;
}

}  // namespace podreel::reproduce
