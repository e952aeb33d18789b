// What a kubelet never does, whatever happens to its node.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/checks/invariants/history.hpp"

namespace podreel::invariants {

/// Longer than it takes until a status that has changed is written: relists, resyncs, and all the retries after them.
constexpr sim::Duration until_reported = std::chrono::minutes{3};

/// Where a history breaks an invariant.
struct Finding {
  sim::Time at{};
  std::string what;
};

/// Returns the first place, or nothing if the invariant holds.
using Search = std::optional<Finding> (*)(const History&);

struct Invariant {
  /// In lower-case words with hyphens: "finished-pods-stay-finished".
  std::string_view name;
  /// In a sentence.
  std::string_view what;
  Search search = nullptr;
  /// Who says so: a page of the documentation, a KEP, an issue. Empty: it goes without saying.
  std::string_view source = {};
};

/// What holds of pods as the API has them.
[[nodiscard]] std::span<const Invariant> invariants_of_pods();
/// What holds of containers, and of the timeline that tells of them.
[[nodiscard]] std::span<const Invariant> invariants_of_containers();
/// What holds once a node has come to rest.
[[nodiscard]] std::span<const Invariant> invariants_at_rest();

struct Breach {
  std::string_view invariant;
  Finding finding;
};

/// What documentation, proposals and contracts promise and some releases are known to break: judged only where known
/// faults are not excused.
[[nodiscard]] std::span<const Invariant> known_violations_of_statuses();
[[nodiscard]] std::span<const Invariant> known_violations_of_probes();
[[nodiscard]] std::span<const Invariant> known_violations_of_definitions();
[[nodiscard]] std::span<const Invariant> known_violations_of_containers();
[[nodiscard]] std::span<const Invariant> known_violations_of_pods();
[[nodiscard]] std::span<const Invariant> known_violations_of_static_pods();
[[nodiscard]] std::span<const Invariant> known_violations_at_rest();

/// Returns the name that an invariant has today, for a name that it once had; any other name as it is.
[[nodiscard]] std::string_view current_name(std::string_view name) noexcept;

/// All of these: as long as the program runs.
[[nodiscard]] const std::vector<const Invariant*>& library();

/// Every invariant that does not hold, with its first breach; and every promise, where known faults are not excused.
[[nodiscard]] std::vector<Breach> breaches_of(const History& history);

/// "NAME: WHAT at 12.5 s", counted from `start`.
[[nodiscard]] std::string to_string(const Breach& breach, sim::Time start);

}  // namespace podreel::invariants
