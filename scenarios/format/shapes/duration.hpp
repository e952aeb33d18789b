// Durations in the format of scenarios.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/sim/time.hpp"

namespace podreel::format {

/// Maximum duration in a scenario: ten years.
inline constexpr sim::Duration max_duration = std::chrono::hours{24 * 3'653};

/// Error of a duration: the text that was found, and the accepted form.
struct DurationError {
  std::string message;
};

/// Reads Go's notation ("1m30s", "500ms", "2.5s", "1h"; units ns, us, µs, ms, s, m, h) exactly, without rounding.
/// Rejects numbers without a unit (also 0), signs, fractions of a nanosecond, and durations over `max_duration`.
[[nodiscard]] std::variant<sim::Duration, DurationError> parse_duration(std::string_view text);

/// Returns a regular expression for JSON Schema that matches the input of `parse_duration`.
[[nodiscard]] std::string_view duration_pattern() noexcept;

/// Returns the shortest such notation: "1m30s", "500ms", "2.5s", "0s", "10m".
[[nodiscard]] std::string duration_text(sim::Duration duration);

}  // namespace podreel::format
