// Comparison of a recorded timeline with a simulated one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/reproduce/recording/comparable_timeline.hpp"
#include "scenarios/reproduce/recording/tolerance.hpp"

namespace podreel::reproduce {

/// Position of an event among those of a pod and a kind.
struct EventPosition {
  /// As in ComparableTimeline.
  std::string pod;
  /// As in Sequences.
  std::string kind;
  std::size_t index = 0;
};

/// Returns the events of the kind; none if the pod has none.
[[nodiscard]] const std::vector<ComparableEvent>& comparable_events_of(const ComparableTimeline& timeline,
                                                                       const EventPosition& place);

/// Returns seconds from the end of the event before, or from `since`; of the first, since the scenario began.
[[nodiscard]] double gap_before(const std::vector<ComparableEvent>& events, std::size_t index);

struct Difference {
  /// Seconds from the scenario's begin to the recording's part of the difference.
  double at = 0;
  std::string text;
  EventPosition place;
  /// Texts of both sides; empty where a side has nothing. They are equal where only the times differ.
  std::string recorded;
  std::string simulated;
  /// Number of events that agree, of all kinds.
  std::size_t agreed = 0;
};

/// Returns the earliest difference in order or, beyond a real kubelet's jitter, in time; nothing if there is none. What
/// one side has at the end may be missing in the other where it may come after the end there (may_come_after).
/// `stall`: a recorded gap of each kind may be that much longer, in seconds, since the recording documents it.
[[nodiscard]] std::optional<Difference> first_difference(const ComparableTimeline& recorded,
                                                         const ComparableTimeline& simulated,
                                                         std::optional<double> stall = std::nullopt);

}  // namespace podreel::reproduce
