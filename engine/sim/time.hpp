// The simulated clock: integer nanoseconds since the Unix epoch, nothing else.
#pragma once

#include <chrono>
#include <cstdint>

namespace podreel::sim {

/// A span of simulated time; nanosecond resolution, +-292 years.
using Duration = std::chrono::nanoseconds;

/// The clock of a simulated node. It has no `now()`: only a `Scheduler` knows the time.
struct Clock {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<Clock>;
  static constexpr bool is_steady = true;
};

/// An instant of simulated time, counted from 1970-01-01T00:00:00Z. `Time{}` means "not set", as in Kubernetes.
using Time = Clock::time_point;

/// Whole seconds since the Unix epoch, rounded down: the resolution of `metav1.Time`.
[[nodiscard]] constexpr std::int64_t unix_seconds(Time time) noexcept {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

[[nodiscard]] constexpr Time from_unix_seconds(std::int64_t seconds) noexcept {
  return Time{std::chrono::seconds{seconds}};
}

/// The instant cut to whole seconds, as it looks after a trip through the API.
[[nodiscard]] constexpr Time truncated_to_seconds(Time time) noexcept {
  return Time{std::chrono::floor<std::chrono::seconds>(time.time_since_epoch())};
}

}  // namespace podreel::sim
