// Fields of pods that podreel keeps without simulating what kubelets make of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::actions {

struct UnsimulatedField {
  /// "spec.containers[0].env[1].valueFrom.fileKeyRef".
  std::string path;
  /// The behaviour of podreel in its place.
  std::string_view effect;
};

/// Returns those of a valid PodSpec, in the order of the spec.
[[nodiscard]] std::vector<UnsimulatedField> unsimulated_fields(const nlohmann::json& spec);

}  // namespace podreel::actions
