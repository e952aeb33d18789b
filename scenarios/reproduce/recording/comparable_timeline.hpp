// The comparable parts of a recorded or simulated timeline.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// A record as text without identities and times of day, and its time.
struct ComparableEvent {
  /// Seconds since the scenario began.
  double at = 0;
  std::string what;
  /// Events of one group that lie close together have no order of their own: they are sorted by `what`.
  std::string group{};
  /// Seconds that a call took. A call that hung is recorded when the runtime took it up.
  double lasted = 0;
  /// Where the event has a fixed delay: the time from which that counts, in seconds since the scenario began.
  std::optional<double> since{};
  /// Events of smaller numbers come first.
  std::size_t order = 0;
};

/// Kinds of events that are compared.
struct Compared {
  bool calls = true;
  bool events = true;
  bool statuses = true;
  /// Compared only where the recording has any, as are the next two.
  bool event_writes = true;
  /// Exits of containers.
  bool exits = true;
  /// Results of probes and hooks that run a command, for each command of a container; a change of results is compared,
  /// not its time.
  bool execs = true;
  /// Operations that the sync loop handles.
  bool loops = false;
  /// Ends of syncs: of a pod that lives, is terminating, or has terminated.
  bool syncs = false;
};

/// Events by kind: "call", "event", "status", "eventWrite", "exit of CONTAINER", "exec in CONTAINER: COMMAND", "loop",
/// "sync".
using Sequences = std::map<std::string, std::vector<ComparableEvent>, std::less<>>;

struct ComparableTimeline {
  /// By the pod's name; together under the empty name where the recording does not name pods.
  std::map<std::string, Sequences> pods{};
  /// End of the time that is compared, in seconds since the scenario began.
  double length = 0;
};

/// Returns whether records name their pods. Then their statuses also have resources, messages of conditions and the
/// generation.
[[nodiscard]] bool is_in_detail(const std::vector<nlohmann::json>& records);

/// Returns `wanted` without the kinds that are compared only where a recording has them.
[[nodiscard]] Compared kinds_in(const std::vector<nlohmann::json>& records, Compared wanted);

/// Reads records in the format of timelines and orders and collapses them by the rules for comparing timelines
/// (conformance/README.md): calls of one parallel kill by container name, runs of one event or state as one, removals
/// (with the StopPodSandbox by which garbage collection begins one) and reads left out; RECONCILE, the sync loop's echo
/// of a status, too. Records later than `length_seconds` are left out, and calls that return later.
[[nodiscard]] ComparableTimeline comparable(const std::vector<nlohmann::json>& records, double length_seconds,
                                            bool in_detail, const Compared& compared = {});

/// Returns the number of comparable events.
[[nodiscard]] std::size_t count_events(const ComparableTimeline& timeline);

}  // namespace podreel::reproduce
