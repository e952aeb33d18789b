// How a scenario writes what the runtime does always alike, or by chance.
#pragma once

#include <optional>
#include <string>

#include "runtime_fake/scripted_chances.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// 3s, or {min: 1s, p50: 2s, p99: 30s, max: 1m}.
[[nodiscard]] Shape<runtime_fake::ScriptedSpan> span();
/// A span, or `word` for none.
[[nodiscard]] Shape<std::optional<runtime_fake::ScriptedSpan>> span_or(std::string word);
/// A percentage of what goes wrong.
[[nodiscard]] Shape<runtime_fake::ScriptedOdds> odds();

}  // namespace podreel::language
