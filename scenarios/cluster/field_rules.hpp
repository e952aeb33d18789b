// The fields of objects that are not pods, and of which types they are.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::controllers {

/// What is wrong with the fields of an object, as an API server finds it: first while it decodes it, then by its rules.
struct FieldProblems {
  /// "spec.strateggy".
  std::vector<std::string> unknown{};
  /// "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32".
  std::vector<std::string> mistyped{};
  /// "spec.replicas: Invalid value: -1: must be greater than or equal to 0".
  std::vector<std::string> invalid{};
};

/// Of "deployments", "configmaps" …; pod templates are not looked into.
[[nodiscard]] FieldProblems check_fields(std::string_view resource, const nlohmann::json& object);

}  // namespace podreel::controllers
