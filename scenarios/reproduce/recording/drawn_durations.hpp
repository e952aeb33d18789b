// Durations in seconds, and the values of choices that draw them.
#pragma once

#include <cstdint>

#include "engine/sim/time.hpp"
#include "engine/timing/table.hpp"

namespace podreel::reproduce {

/// Returns the value of a choice among the nanoseconds below `options`, for a duration in seconds: the nearest possible
/// one.
[[nodiscard]] std::uint64_t nanoseconds(double duration, std::uint64_t options);

/// Returns the seconds that half of the measured durations do not exceed.
[[nodiscard]] double median_of(const timing::Distribution& distribution);

/// Returns the value of the choice that draws the duration in seconds, or the nearest possible one.
[[nodiscard]] std::uint64_t value_that_draws(double duration, const timing::Distribution& distribution);

/// Returns the value of the choice that draws the time from `begin`, when something began in a run, until `end`, when
/// it ended in the recording. If it began there at quite another time, only `duration` is to be as recorded.
[[nodiscard]] std::uint64_t value_that_ends_at(double end, double begin, double duration,
                                               const timing::Distribution& distribution);

/// Returns the seconds from `time` until the next tick of a ticker that ticks at `tick`.
[[nodiscard]] double until_tick(double time, double tick, double period);

}  // namespace podreel::reproduce
