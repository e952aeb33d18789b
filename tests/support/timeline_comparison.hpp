// Is a timeline of podreel the one that a real kubelet left?
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace podreel::testing {

/// One comparable thing that happened: what it was, without identities and times of day, and when.
struct Happening {
  /// Seconds since the scenario began.
  double at = 0;
  std::string what;
  /// For what happens at once in no particular order: sorted by this within a run of the same group.
  std::string group;
};

/// The comparable parts of a timeline.
struct Sequences {
  std::vector<Happening> calls;
  std::vector<Happening> events;
  std::vector<Happening> statuses;
};

/// Reads records in the format of SCENARIO.md and orders and collapses them by the rules for comparing timelines
/// (conformance/README.md): calls of one parallel kill by container name, runs of one event or state as one, removals
/// and reads left out.
[[nodiscard]] Sequences sequences_of(const std::vector<nlohmann::json>& records);

/// Nothing if the two agree in order and, within what a real kubelet's jitter allows, in time; else the first
/// difference.
[[nodiscard]] std::optional<std::string> first_difference(const Sequences& recorded, const Sequences& simulated);

}  // namespace podreel::testing
