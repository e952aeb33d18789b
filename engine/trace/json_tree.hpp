// A record as a tree of JSON, with the fields of its line (json_line.hpp).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/trace/record.hpp"

namespace podreel::trace {

/// Returns the fields in the order of the line.
[[nodiscard]] nlohmann::ordered_json ordered_json_of(const Record& record, sim::Time start);

/// Returns the fields in alphabetical order.
[[nodiscard]] nlohmann::json json_of(const Record& record, sim::Time start);

}  // namespace podreel::trace
