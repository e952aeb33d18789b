// Fields of a manifest that do not reach etcd.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::types {

struct DroppedField {
  /// "spec.containers[0].resizePolicy".
  std::string path;
  /// The feature gate that is off; empty if the release does not know the field at all.
  std::string_view gate;
  /// JSON that is stored instead; empty: nothing.
  std::string instead;
};

/// The fields of a valid pod's spec that an API server of `release` with these gates drops or replaces (strategy.go,
/// DropDisabledPodFields); null and empty ones are not listed.
[[nodiscard]] std::vector<DroppedField> dropped_fields(const nlohmann::json& spec, release::Release release,
                                                       const release::FeatureGates& gates);

}  // namespace podreel::types
