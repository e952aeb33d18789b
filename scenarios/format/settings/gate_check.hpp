// Checks whether a kubelet starts with feature gates, and whether podreel models them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts names of feature gates with true or false. report_gates checks whether a kubelet accepts them, when its
/// release is known.
[[nodiscard]] Shape<release::FeatureGates> feature_gates();

/// A remark about a gate that is set.
struct GateRemark {
  std::string gate;
  std::string message;
};

struct GateCheck {
  /// Reasons why the kubelet does not start: its own error (component-base/featuregate), and a suggestion.
  std::vector<GateRemark> problems;
  /// Gates that the kubelet obeys and podreel does not model.
  std::vector<GateRemark> warnings;
};

[[nodiscard]] GateCheck check_gates(const release::FeatureGates& gates, release::Release kubelet);

/// Reports the remarks for the member `place` of a scenario, at the position of each gate, or else at `mark`.
void report_gates(const release::FeatureGates& gates, release::Release kubelet, const Place& place, api::Mark mark);

/// Whether podreel models the gate: by a behaviour, or by a field that the API server stores.
[[nodiscard]] bool is_modelled(const release::FeatureGate& gate);

/// The names of all gates of all releases, sorted.
[[nodiscard]] const std::vector<std::string_view>& gate_names();

}  // namespace podreel::format
