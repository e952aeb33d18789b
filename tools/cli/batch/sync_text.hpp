// Text output of `podreel sync`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace podreel::cli {

/// Formats a record of `podreel sync` (sync_record.hpp): a line for the pod, and one for each call, result, event and
/// assumption.
[[nodiscard]] std::string sync_text(const nlohmann::ordered_json& record);

}  // namespace podreel::cli
