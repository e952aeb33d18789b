// Is a timeline of podreel the one that a real kubelet left?
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// One comparable thing that happened: what it was, without identities and times of day, and when.
struct ComparableEvent {
  /// Seconds since the scenario began.
  double at = 0;
  std::string what;
  /// For what happens at once in no particular order: sorted by this within a run of the same group.
  std::string group;
  /// Seconds that a call took. A call that hung is recorded when the runtime took it up.
  double lasted = 0;
};

/// Which kinds of events are held against each other.
struct Compared {
  bool calls = true;
  bool events = true;
  bool statuses = true;
  /// What the sync loop takes up.
  bool loops = false;
  /// Which syncs end: of a pod that lives, is terminating, or has terminated.
  bool syncs = false;
};

/// The comparable parts of a timeline, or of one pod's part of it.
struct Sequences {
  std::vector<ComparableEvent> calls{};
  std::vector<ComparableEvent> events{};
  std::vector<ComparableEvent> statuses{};
  std::vector<ComparableEvent> loops{};
  std::vector<ComparableEvent> syncs{};
};

struct ComparableTimeline {
  /// By the pod's name; together under the empty name where the recording does not tell pods apart.
  std::map<std::string, Sequences> pods;
  /// Up to when the timeline counts, in seconds.
  double length = 0;
};

/// Do these records say whose they are? Then their statuses also say what containers have been given, what conditions
/// say, and which generation they describe.
[[nodiscard]] bool is_in_detail(const std::vector<nlohmann::json>& records);

/// Reads records in the format of timelines and orders and collapses them by the rules for comparing timelines
/// (conformance/README.md): calls of one parallel kill by container name, runs of one event or state as one, removals
/// (with the StopPodSandbox that garbage collection puts before one) and reads left out; of the sync loop RECONCILE,
/// which echoes a status, is. Records later than `length_seconds` do not count.
[[nodiscard]] ComparableTimeline comparable(const std::vector<nlohmann::json>& records, double length_seconds,
                                            bool in_detail, const Compared& compared = {});

/// Seconds between two events, from the end of the one.
struct Gaps {
  double least = 0;
  double most = 0;
};

/// Those that are taken for the same as one of a run: they differ by no more than a real kubelet's do.
[[nodiscard]] Gaps gaps_like(double simulated) noexcept;

/// Which of the events of a pod and a kind.
struct Place {
  /// As in ComparableTimeline.
  std::string pod;
  /// "call", "event", "status", "loop" or "sync".
  std::string_view kind;
  std::size_t index = 0;
};

/// Those of the kind; none if the pod has none.
[[nodiscard]] const std::vector<ComparableEvent>& comparable_events_of(const ComparableTimeline& timeline,
                                                                       const Place& place);

/// Seconds from the end of the one before; of the first, since the scenario began.
[[nodiscard]] double gap_before(const std::vector<ComparableEvent>& events, std::size_t index);

struct Difference {
  /// Seconds: when the recording parts.
  double at = 0;
  std::string text;
  Place place;
  /// What each has there, if anything; the same: at another time.
  std::string recorded;
  std::string simulated;
  /// How many events agree in all.
  std::size_t agreed = 0;
};

/// Nothing if the two agree in order and, within what a real kubelet's jitter allows, in time; else the earliest
/// difference. What happens within a retry of the end may be missing in either.
[[nodiscard]] std::optional<Difference> first_difference(const ComparableTimeline& recorded,
                                                         const ComparableTimeline& simulated);

}  // namespace podreel::reproduce
