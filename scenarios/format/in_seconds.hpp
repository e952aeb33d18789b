// Spans of simulated time for people: the engine counts nanoseconds, and has no fractions.
#pragma once

#include "engine/sim/time.hpp"

namespace podreel::format {

/// The span in seconds, with its fraction.
[[nodiscard]] constexpr double in_seconds(sim::Duration span) noexcept {
  return std::chrono::duration<double>{span}.count();
}

}  // namespace podreel::format
