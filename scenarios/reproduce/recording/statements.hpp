// Statements of a recorder about its recording: records of kind "recording".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// Returns whether the record states `what`: "start", "end", "kubelet", "cgroups", "allocatable", "stall", "loops" or
/// "lists".
[[nodiscard]] bool is_statement(const nlohmann::json& record, std::string_view what);

/// Returns the first statement of `what`, as long as the records live; null if there is none.
[[nodiscard]] const nlohmann::json* statement_in(const std::vector<nlohmann::json>& records, std::string_view what);

}  // namespace podreel::reproduce
