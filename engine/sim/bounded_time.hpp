// Spans and instants as users write them, within what the clock can add up.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/sim/time.hpp"

namespace podreel::sim {

/// A hundred years, which nobody waits out. Longer spans saturate here, so that an instant and several spans together
/// stay within the clock's 292 years around 1970.
inline constexpr std::int64_t max_seconds = 3'155'760'000;

[[nodiscard]] constexpr std::int64_t bounded_seconds(std::int64_t seconds) noexcept {
  return std::clamp(seconds, -max_seconds, max_seconds);
}

[[nodiscard]] constexpr Duration bounded_span(std::int64_t seconds) noexcept {
  return std::chrono::seconds{bounded_seconds(seconds)};
}

/// Seconds since 1970 as an instant from 1780 to 2159, to which a span may be added.
[[nodiscard]] constexpr Time bounded_instant(std::int64_t unix_seconds) noexcept {
  constexpr std::int64_t farthest = 6'000'000'000;
  return from_unix_seconds(std::clamp(unix_seconds, -farthest, farthest));
}

[[nodiscard]] constexpr Time bounded_instant(Time time) noexcept {
  return std::clamp(time, bounded_instant(INT64_MIN), bounded_instant(INT64_MAX));
}

}  // namespace podreel::sim
