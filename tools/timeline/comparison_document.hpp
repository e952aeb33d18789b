// Differences of two runs as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/timeline/run_comparison.hpp"

namespace podreel::cli {

/// Adds "texts" and "fields", the records that differ in these only, by kind; "groups", what is done otherwise;
/// "behaviours", the rows of the behaviour table that the groups name; "seeds" and "jitterRows"; "limited" if the
/// budget was too small to find jitter and causes. Without `has_texts`, leaves out "texts" and "fields". Times are in
/// seconds.
void add_comparison(nlohmann::ordered_json& document, const RunComparison& comparison, bool has_texts);

}  // namespace podreel::cli
