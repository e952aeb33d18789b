// Differences between releases: one table, one row per difference.
#pragma once

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
  /// False where no recording of a real kubelet has confirmed the row.
  bool verified = true;
};

[[nodiscard]] std::span<const BehaviourRow> behaviour_table();

/// The row that speaks of `capability` in `release`, gates aside; null if none does.
[[nodiscard]] const BehaviourRow* row_of(Capability capability, Release release);

/// Since when the row holds without a break, seen from `release`; nothing if it does not hold there.
[[nodiscard]] std::optional<Release> since(const BehaviourRow& row, Release release);

}  // namespace podreel::release
