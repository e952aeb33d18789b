// What must hold in workloads, and what updates may change (pkg/apis/apps/validation, pkg/apis/batch/validation,
// pkg/apis/policy/validation).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::controllers {

/// "spec.selector: Required value" …, of an object with its defaults.
[[nodiscard]] std::vector<std::string> broken_rules(std::string_view resource, const nlohmann::json& object);

/// The same of what takes the place of another one.
[[nodiscard]] std::vector<std::string> broken_update_rules(std::string_view resource, const nlohmann::json& before,
                                                           const nlohmann::json& after);

}  // namespace podreel::controllers
