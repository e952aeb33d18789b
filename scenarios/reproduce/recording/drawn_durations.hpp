// Durations in seconds, and the values of choices that draw them.
#pragma once

#include <cstdint>

#include "engine/sim/time.hpp"
#include "engine/timing/table.hpp"

namespace podreel::reproduce {

[[nodiscard]] double seconds(sim::Duration duration);

/// Returns the value of a choice among the nanoseconds below `options`, for a duration in seconds: the nearest possible
/// one.
[[nodiscard]] std::uint64_t nanoseconds(double duration, std::uint64_t options);

/// Returns the seconds that half of the measured durations do not exceed.
[[nodiscard]] double median_of(const timing::Distribution& distribution);

/// Returns the value of the choice that draws the duration in seconds, or the nearest possible one.
[[nodiscard]] std::uint64_t value_that_draws(double duration, const timing::Distribution& distribution);

/// Returns the seconds from `time` until the next tick of a ticker that ticks at `tick`.
[[nodiscard]] double until_tick(double time, double tick, double period);

}  // namespace podreel::reproduce
