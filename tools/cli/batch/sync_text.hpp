// What a sync did, to read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace podreel::cli {

/// Of a record of `podreel sync` (sync_record.hpp): a line for the pod, and one each for its calls, results, events and
/// what was assumed.
[[nodiscard]] std::string sync_text(const nlohmann::ordered_json& record);

}  // namespace podreel::cli
