// A record as a tree, for comparing.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/trace/record.hpp"

namespace podreel::language {

/// What `podreel run -o jsonl` writes of it.
[[nodiscard]] nlohmann::json as_json(const trace::Record& record, sim::Time start);

}  // namespace podreel::language
