// What differs between releases: one table, a row per difference. Code asks for a capability by name.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// The capabilities of one kubelet: a release with its feature gates. Every field has at least one row in the table
/// (behaviour_table.cpp), which says since when it holds and which upstream change brought it.
struct Behaviour {
  Release release;

  // Deciding: computePodActions.
  bool modern_pod_actions = false;
  bool ephemeral_containers = false;
  bool sidecars = false;

  // Doing: SyncPod.

  // Reporting: pod status.

  // The loop: pod workers, PLEG, probes, garbage collection.
};

/// A half-open range of releases: [since, until). Without `until` it is open-ended.
struct ReleaseRange {
  Release since;
  std::optional<Release> until;
  [[nodiscard]] bool contains(Release release) const noexcept {
    return release >= since && (!until || release < *until);
  }
};

/// A feature gate's stages. Before `on_by_default` it is off unless set; from `locked` on it cannot be set any more.
struct Gate {
  std::string_view name;
  std::optional<Release> on_by_default;
  std::optional<Release> locked;
};

/// One difference between releases.
struct BehaviourRow {
  bool Behaviour::*capability = nullptr;
  std::string_view name;
  /// The capability holds in any of these ranges, as far as the gate allows.
  std::vector<ReleaseRange> ranges;
  std::optional<Gate> gate;
  /// What changes, in a sentence.
  std::string_view what;
  /// Upstream KEP, pull request or issue.
  std::string_view source;
  /// False where no recording of a real kubelet has confirmed the row.
  bool verified = true;
};

[[nodiscard]] std::span<const BehaviourRow> behaviour_table();

/// The behaviour of `release` with `gates` set; gates that the table does not know have no effect here (the loader
/// of scenarios reports them).
[[nodiscard]] Behaviour behaviour_of(Release release, const FeatureGates& gates = {});

}  // namespace podreel::release
