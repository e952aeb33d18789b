// Invariants that kubelets keep under all conditions.
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

/// Upper bound of the time until a changed status is written, including relists, resyncs, and retries.
constexpr sim::Duration until_reported = std::chrono::minutes{3};

/// Where a history violates an invariant.
struct Finding {
  sim::Time at{};
  std::string what;
};

/// Returns the first violation, or no value if the invariant holds.
using Search = std::optional<Finding> (*)(const History&);

struct Invariant {
  /// In lower-case words with hyphens: "finished-pods-stay-finished".
  std::string_view name;
  /// The invariant, as a sentence.
  std::string_view what;
  Search search = nullptr;
  /// Source: a page of the documentation, a KEP, or an issue. Empty if it is evident.
  std::string_view source = {};
};

/// Invariants of pods in the API.
[[nodiscard]] std::span<const Invariant> invariants_of_pods();
/// Invariants of containers and of the timeline's records about them.
[[nodiscard]] std::span<const Invariant> invariants_of_containers();
/// Invariants of a node at rest.
[[nodiscard]] std::span<const Invariant> invariants_at_rest();

struct Breach {
  std::string_view invariant;
  Finding finding;
};

/// Invariants from documentation, KEPs and contracts that some releases are known to violate; only checked if known
/// faults are not excused.
[[nodiscard]] std::span<const Invariant> known_violations_of_statuses();
[[nodiscard]] std::span<const Invariant> known_violations_of_probes();
[[nodiscard]] std::span<const Invariant> known_violations_of_definitions();
[[nodiscard]] std::span<const Invariant> known_violations_of_containers();
[[nodiscard]] std::span<const Invariant> known_violations_of_pods();
[[nodiscard]] std::span<const Invariant> known_violations_of_static_pods();
[[nodiscard]] std::span<const Invariant> known_violations_at_rest();
[[nodiscard]] std::span<const Invariant> known_violations_of_ends();

/// Returns the name that an invariant has today, for a name that it once had; any other name as it is.
[[nodiscard]] std::string_view current_name(std::string_view name) noexcept;

/// Returns all invariants; they exist until the program ends.
[[nodiscard]] const std::vector<const Invariant*>& library();

/// Returns the first violation of every invariant, including those with known violations if known faults are not
/// excused.
[[nodiscard]] std::vector<Breach> breaches_of(const History& history);

/// Returns "NAME: WHAT at 12.500s", counted from `start`.
[[nodiscard]] std::string to_string(const Breach& breach, sim::Time start);

}  // namespace podreel::invariants
