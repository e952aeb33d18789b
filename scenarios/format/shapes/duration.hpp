// Spans of time as scenarios write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/sim/time.hpp"

namespace podreel::language {

/// The longest span that a scenario may name: ten years.
inline constexpr sim::Duration longest_duration = std::chrono::hours{24 * 3'653};

/// Why a text is no duration: what was found and what to write instead.
struct DurationError {
  std::string message;
};

/// Reads Go's notation ("1m30s", "500ms", "2.5s", "1h"; units ns, us, µs, ms, s, m, h), exactly: no rounding. Refused:
/// a number without a unit (also 0), a sign, parts finer than a nanosecond, spans over `longest_duration`.
[[nodiscard]] std::variant<sim::Duration, DurationError> parse_duration(std::string_view text);

/// What `parse_duration` accepts, as a regular expression for JSON Schema.
[[nodiscard]] std::string_view duration_pattern() noexcept;

/// The shortest such notation: "1m30s", "500ms", "2.5s", "0s", "10m".
[[nodiscard]] std::string duration_text(sim::Duration duration);

}  // namespace podreel::language
