// Would a kubelet start with these feature gates, and does podreel obey them?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// Names of feature gates to true or false. Whether a kubelet takes them is for report_gates, when its release is
/// known.
[[nodiscard]] Shape<release::FeatureGates> feature_gates();

/// What there is to say about one of the gates that are set.
struct GateRemark {
  std::string gate;
  std::string message;
};

struct GateCheck {
  /// Why the kubelet does not start: as it says itself (component-base/featuregate), and what was probably meant.
  std::vector<GateRemark> problems;
  /// What the kubelet obeys and podreel does not.
  std::vector<GateRemark> warnings;
};

[[nodiscard]] GateCheck check_gates(const release::FeatureGates& gates, release::Release kubelet);

/// The same for the member `place` of a scenario; every remark stands where its gate was read, or else at `mark`.
void report_gates(const release::FeatureGates& gates, release::Release kubelet, const Place& place, api::Mark mark);

/// Whether anything in podreel asks for the gate: a behaviour, or a field that the API server stores.
[[nodiscard]] bool is_modelled(const release::FeatureGate& gate);

/// The names of all gates of all releases, sorted.
[[nodiscard]] const std::vector<std::string_view>& gate_names();

}  // namespace podreel::language
