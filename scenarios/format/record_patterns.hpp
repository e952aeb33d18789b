// Patterns for records of the timeline in expectations.
#pragma once

#include "scenarios/format/expectation.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts an event of the kubelet: {reason: Killing, message: "*definition changed*"}.
[[nodiscard]] Shape<RecordPattern> event_pattern();

/// Accepts a runtime call: {op: StartContainer, container: app}.
[[nodiscard]] Shape<RecordPattern> call_pattern();

/// Accepts any record, with its `kind` and fields as `podreel run -o jsonl` writes them.
[[nodiscard]] Shape<RecordPattern> record_pattern();

/// Accepts 2, or {atLeast: 1, atMost: 3}.
[[nodiscard]] Shape<Count> count_shape();

}  // namespace podreel::format
