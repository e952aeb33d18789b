// Formats of fixed and random behaviour of the runtime.
#pragma once

#include <optional>
#include <string>

#include "runtime_fake/scripted_chances.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts 3s, or {min: 1s, p50: 2s, p99: 30s, max: 1m}.
[[nodiscard]] Shape<runtime_fake::ScriptedSpan> span();
/// Accepts such a duration, or `word` for none.
[[nodiscard]] Shape<std::optional<runtime_fake::ScriptedSpan>> span_or(std::string word);
/// Accepts a percentage of failures.
[[nodiscard]] Shape<runtime_fake::ScriptedOdds> odds();

}  // namespace podreel::format
