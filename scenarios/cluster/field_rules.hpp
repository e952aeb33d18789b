// Checks the fields and types of objects other than pods.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cluster {

/// Errors in the fields of an object, as an API server reports them: of decoding first, then of validation.
struct FieldProblems {
  /// "spec.strateggy".
  std::vector<std::string> unknown{};
  /// "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32".
  std::vector<std::string> mistyped{};
  /// "spec.replicas: Invalid value: -1: must be greater than or equal to 0".
  std::vector<std::string> invalid{};
};

/// Checks an object of "deployments", "configmaps" …, except pod templates.
[[nodiscard]] FieldProblems check_fields(std::string_view resource, const nlohmann::json& object);

}  // namespace podreel::cluster
