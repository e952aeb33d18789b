// Differences between releases: one table, one row per difference.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// A gate that has to be on, or off, for a row to hold.
struct GateCondition {
  const FeatureGate* gate = nullptr;
  bool wanted = true;
};

/// Kinds of evidence for a boundary between releases.
enum class EvidenceKind {
  /// Neither recordings nor upstream's source show it on both sides.
  unverified,
  /// Upstream's source, on both sides.
  read,
  /// Recordings of real kubelets, on both sides.
  recorded,
};
inline constexpr std::array evidence_kinds{EvidenceKind::recorded, EvidenceKind::read, EvidenceKind::unverified};
[[nodiscard]] std::string_view name_of(EvidenceKind kind) noexcept;

/// First release of those whose boundaries must have evidence.
inline constexpr Release evidence_since = v(26);

/// Evidence for one boundary of a row.
struct Evidence {
  EvidenceKind kind = EvidenceKind::unverified;
  /// Either side of the boundary: the releases whose source was read ("1.27.7"), or the recordings, each of which
  /// begins with its kubelet ("1.27.7/decide/2", "1.28.0-a/02").
  std::string_view before;
  std::string_view after;
  /// File, below pkg/kubelet unless its path begins elsewhere, and function; empty for recordings.
  std::string_view where;
};

/// One difference between releases. A capability may have several rows; it holds where any of them does.
struct BehaviourRow {
  Capability capability{};
  std::string_view name;
  /// The row holds in any of these ranges, as far as its gates allow.
  std::vector<ReleaseRange> ranges;
  /// All of them are needed.
  std::vector<GateCondition> gates;
  /// Description of the change, in a sentence.
  std::string_view what;
  /// Upstream KEP, pull request or issue.
  std::string_view source;
  /// Evidence for each of the row's boundaries; a single unverified one if nothing is known.
  std::vector<Evidence> evidence;
};

[[nodiscard]] std::span<const BehaviourRow> behaviour_table();

/// The row that speaks of `capability` in `release`, gates aside; null if none does.
[[nodiscard]] const BehaviourRow* row_of(Capability capability, Release release);

/// The minor releases whose newest patch differs, gates aside, from that of the minor release before: where the row
/// begins or ends. Backports, and what only some patches of a minor release do, are no boundaries.
[[nodiscard]] std::vector<Release> boundaries_of(const BehaviourRow& row);

/// Whether the evidence names a kubelet on either side of the boundary, which behave differently.
[[nodiscard]] bool covers(const Evidence& evidence, const BehaviourRow& row, Release boundary);

/// The weakest evidence among the row's boundaries; unverified if one has none.
[[nodiscard]] EvidenceKind evidence_kind(const BehaviourRow& row);

/// Since when the row holds without a break, seen from `release`; nothing if it does not hold there.
[[nodiscard]] std::optional<Release> since(const BehaviourRow& row, Release release);

}  // namespace podreel::release
