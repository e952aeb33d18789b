// Reads records of a timeline.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "engine/trace/record.hpp"

namespace podreel::reproduce {

/// Reads a record with current names (trace::use_current_names), as `podreel run -o jsonl` prints it; `start` is the
/// time from which it counts. Fields of another type than expected are left out. Of a status, only the time and the pod
/// are read; its content is in the version of the pod. Returns no value for statements of a recording and for kinds
/// that no timeline has.
[[nodiscard]] std::optional<trace::Record> record_from_json(const nlohmann::json& line, sim::Time start);

/// Returns the time of a record, to the microsecond.
[[nodiscard]] sim::Duration time_in(const nlohmann::json& line);

}  // namespace podreel::reproduce
