// How much faster a simulated clock is than the wall clock.
#pragma once

#include <algorithm>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Seconds of a simulation in one of the wall clock; 0: simulated time stands still.
class Speed {
 public:
  constexpr explicit Speed(double factor) noexcept : factor_{factor} {}

  [[nodiscard]] constexpr double factor() const noexcept { return factor_; }
  /// Simulated time that passes in that much time of the wall clock.
  [[nodiscard]] constexpr sim::Duration simulated_in(sim::Duration wall) const noexcept {
    return scaled(wall, factor_);
  }
  /// Time of the wall clock in which that much simulated time passes; the factor is not 0.
  [[nodiscard]] constexpr sim::Duration wall_in(sim::Duration simulated) const noexcept {
    return scaled(simulated, 1 / factor_);
  }

 private:
  /// At most 142 years, so that no sum overflows.
  [[nodiscard]] static constexpr sim::Duration scaled(sim::Duration duration, double factor) noexcept {
    constexpr double max = 4.5e18;
    if (factor == 1) return duration;
    return sim::Duration{
        static_cast<sim::Duration::rep>(std::clamp(static_cast<double>(duration.count()) * factor, -max, max))};
  }

  double factor_;
};

}  // namespace podreel::cli
