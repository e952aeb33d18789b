// The speed of a simulated clock relative to the wall clock.
#pragma once

#include <algorithm>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Simulated seconds per wall-clock second; 0: simulated time is paused.
class Speed {
 public:
  constexpr explicit Speed(double factor) noexcept : factor_{factor} {}

  [[nodiscard]] constexpr double factor() const noexcept { return factor_; }
  /// Returns the simulated time that passes during a wall-clock duration.
  [[nodiscard]] constexpr sim::Duration simulated_in(sim::Duration wall) const noexcept {
    return scaled(wall, factor_);
  }
  /// Returns the wall-clock duration of a simulated duration; the factor must not be 0.
  [[nodiscard]] constexpr sim::Duration wall_in(sim::Duration simulated) const noexcept {
    return scaled(simulated, 1 / factor_);
  }

 private:
  /// Scales a duration; the result is at most 142 years, so that sums cannot overflow.
  [[nodiscard]] static constexpr sim::Duration scaled(sim::Duration duration, double factor) noexcept {
    constexpr double max = 4.5e18;
    if (factor == 1) return duration;
    return sim::Duration{
        static_cast<sim::Duration::rep>(std::clamp(static_cast<double>(duration.count()) * factor, -max, max))};
  }

  double factor_;
};

}  // namespace podreel::cli
