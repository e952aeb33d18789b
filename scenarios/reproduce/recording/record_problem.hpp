// The check that a line of a recording can be read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::reproduce {

/// Returns a problem of a record as "FIELD: found VALUE; accepted: WHAT": a field has a type or a range that records of
/// this kind do not have. Empty: there is none. Fields and kinds that podreel does not know are accepted, because a
/// later recorder may write them. `record` is an object with `t` and `kind`, and has current names
/// (trace::use_current_names).
[[nodiscard]] std::string record_problem(const nlohmann::json& record);

}  // namespace podreel::reproduce
