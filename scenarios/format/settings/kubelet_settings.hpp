// Settings of a scenario's kubelet.
#pragma once

#include <vector>

#include "engine/decide/named_policies.hpp"
#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

struct KubeletSettings {
  release::Release version;
  release::FeatureGates feature_gates;
  /// Policy that determines whether a container still matches its spec.
  decide::PolicySettings identity_policy;
  kubelet::KubeletConfiguration config;
  /// Inverted capabilities, which no scenario can set: used to find the effect of a row of the behaviour table.
  std::vector<release::Capability> overrides{};
  friend bool operator==(const KubeletSettings&, const KubeletSettings&) = default;
};

[[nodiscard]] Shape<KubeletSettings> kubelet_shape();
[[nodiscard]] Shape<decide::PolicySettings> identity_policy_shape();

}  // namespace podreel::format
