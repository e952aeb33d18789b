// Compares a timeline of podreel with that of a real kubelet.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// A comparable event: its text, without identities and times of day, and its time.
struct ComparableEvent {
  /// Seconds since the scenario's start.
  double at = 0;
  std::string what;
  /// For simultaneous events without a particular order: sorted by this within a run of the same group.
  std::string group;
  /// Duration of a call in seconds. A call that hung is recorded when the runtime accepted it.
  double lasted = 0;
};

/// Kinds of events that are compared.
struct Compared {
  bool calls = true;
  bool events = true;
  bool statuses = true;
  /// Events that the sync loop handles.
  bool loops = false;
  /// Kinds of the syncs that end: of a running, terminating or terminated pod.
  bool syncs = false;
};

/// Comparable parts of a timeline, or of one pod's part of it.
struct Sequences {
  std::vector<ComparableEvent> calls{};
  std::vector<ComparableEvent> events{};
  std::vector<ComparableEvent> statuses{};
  std::vector<ComparableEvent> loops{};
  std::vector<ComparableEvent> syncs{};
};

struct ComparableTimeline {
  /// By the pod's name; all under the empty name if the recording does not name pods.
  std::map<std::string, Sequences> pods;
  /// End of the compared time, in seconds.
  double length = 0;
};

/// Whether the records name their pods. Then their statuses also have allocated resources, conditions, and the
/// generation that they describe.
[[nodiscard]] bool is_in_detail(const std::vector<nlohmann::json>& records);

/// Reads records in the format of timelines, and orders and collapses them by the rules for comparing timelines
/// (conformance/README.md): sorts calls of one parallel kill by container name; collapses runs of one event or state;
/// leaves out reads, removals (with the StopPodSandbox that garbage collection puts before one), RECONCILE events of
/// the sync loop, which echo a status, and records after `length_seconds`.
[[nodiscard]] ComparableTimeline comparable(const std::vector<nlohmann::json>& records, double length_seconds,
                                            bool in_detail, const Compared& compared = {});

/// Seconds from the end of one event to the next.
struct Gaps {
  double minimum = 0;
  double maximum = 0;
};

/// Gaps that are accepted for a simulated gap: within the jitter of a real kubelet.
[[nodiscard]] Gaps gaps_like(double simulated) noexcept;

/// Identifies an event of a pod and a kind.
struct EventPosition {
  /// As in ComparableTimeline.
  std::string pod;
  /// "call", "event", "status", "loop" or "sync".
  std::string_view kind;
  std::size_t index = 0;
};

/// Returns the events of the kind; none if the pod has none.
[[nodiscard]] const std::vector<ComparableEvent>& comparable_events_of(const ComparableTimeline& timeline,
                                                                       const EventPosition& place);

/// Returns the seconds since the end of the previous event; for the first event, since the scenario's start.
[[nodiscard]] double gap_before(const std::vector<ComparableEvent>& events, std::size_t index);

struct Difference {
  /// Time of the divergence in the recording, in seconds.
  double at = 0;
  std::string text;
  EventPosition place;
  /// Event of each side, empty without one; equal if only the times differ.
  std::string recorded;
  std::string simulated;
  /// Number of equal events in total.
  std::size_t agreed = 0;
};

/// Returns no value if the two agree in order and, within a real kubelet's jitter, in time; otherwise the earliest
/// difference. Events within a retry of the end may be missing on either side.
[[nodiscard]] std::optional<Difference> first_difference(const ComparableTimeline& recorded,
                                                         const ComparableTimeline& simulated);

}  // namespace podreel::reproduce
