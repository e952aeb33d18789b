// The conditions of Jobs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace podreel::controllers {

[[nodiscard]] bool has_condition(const nlohmann::json& job, std::string_view type);

/// "Complete" or "Failed"; empty: it has not ended.
[[nodiscard]] std::string finished_condition(const nlohmann::json& job);

/// A batch/v1.JobCondition since `now`.
[[nodiscard]] nlohmann::json job_condition(const char* type, const char* value, const char* reason,
                                           const std::string& message, const std::string& now);

/// In place of the one of its type, unless that has the same status.
void set_condition(nlohmann::json& status, const nlohmann::json& wanted);

}  // namespace podreel::controllers
