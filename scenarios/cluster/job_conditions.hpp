// Conditions of Jobs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace podreel::cluster {

[[nodiscard]] bool has_condition(const nlohmann::json& job, std::string_view type);

/// Returns "Complete" or "Failed"; empty if the Job has not finished.
[[nodiscard]] std::string finished_condition(const nlohmann::json& job);

/// Returns a batch/v1.JobCondition since `now`.
[[nodiscard]] nlohmann::json job_condition(const char* type, const char* value, const char* reason,
                                           const std::string& message, const std::string& now);

/// Replaces the condition of the same type, unless it has the same status.
void set_condition(nlohmann::json& status, const nlohmann::json& wanted);

}  // namespace podreel::cluster
