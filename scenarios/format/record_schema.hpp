// JSON Schema of the output of `podreel run -o jsonl`.
#pragma once

#include <nlohmann/json.hpp>

namespace podreel::format {

/// Returns the JSON Schema (draft 2020-12) of a record, with one definition for each kind. Special values are
/// alternatives with descriptions; other values are also allowed.
[[nodiscard]] nlohmann::ordered_json record_schema();

}  // namespace podreel::format
