// RFC 3339, as metav1.Time is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::api {

/// "2023-11-14T22:13:20Z": UTC, cut to whole seconds.
[[nodiscard]] std::string format_timestamp(sim::Time time);

/// Reads RFC 3339 with an optional fraction (digits beyond nanoseconds are dropped) and any offset. Go's zero time
/// "0001-01-01T00:00:00Z" is `Time{}`. Nothing for other forms, impossible dates, and years outside 1678 … 2261,
/// which simulated time cannot hold.
[[nodiscard]] std::optional<sim::Time> parse_timestamp(std::string_view text);

}  // namespace podreel::api
