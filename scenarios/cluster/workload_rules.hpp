// Validation of workloads and their updates (pkg/apis/apps/validation, pkg/apis/batch/validation,
// pkg/apis/policy/validation).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cluster {

/// Returns the errors of an object with defaults: "spec.selector: Required value" ….
[[nodiscard]] std::vector<std::string> broken_rules(std::string_view resource, const nlohmann::json& object);

/// Returns the errors of an update.
[[nodiscard]] std::vector<std::string> broken_update_rules(std::string_view resource, const nlohmann::json& before,
                                                           const nlohmann::json& after);

}  // namespace podreel::cluster
