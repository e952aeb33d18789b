// How expectations describe records of the timeline.
#pragma once

#include "scenarios/format/expectation.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// {reason: Killing, message: "*definition changed*"}: an event that the kubelet recorded.
[[nodiscard]] Shape<RecordPattern> event_pattern();

/// {op: StartContainer, container: app}: a runtime call.
[[nodiscard]] Shape<RecordPattern> call_pattern();

/// Any record, with its `kind` and fields as `podreel run -o jsonl` writes them.
[[nodiscard]] Shape<RecordPattern> record_pattern();

/// 2, or {atLeast: 1, atMost: 3}.
[[nodiscard]] Shape<Count> count_shape();

}  // namespace podreel::language
