// What the lines of `podreel run -o jsonl` hold, as JSON Schema.
#pragma once

#include <nlohmann/json.hpp>

namespace podreel::language {

/// JSON Schema (draft 2020-12) of a record: one definition for each kind, told apart by `kind`. Values that have a
/// meaning of their own stand as alternatives with descriptions; other values are allowed beside them.
[[nodiscard]] nlohmann::ordered_json record_schema();

}  // namespace podreel::language
