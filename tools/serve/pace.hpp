// Simulated time that follows the wall clock.
#pragma once

#include <chrono>

#include "engine/sim/time.hpp"
#include "tools/invocation/speed.hpp"

namespace podreel::serve {

/// Time since an arbitrary beginning; only differences matter.
using WallTime = std::chrono::nanoseconds;

class Pace {
 public:
  /// `speed`: simulated seconds per wall-clock second; 0: paused.
  explicit Pace(double speed) : speed_{speed} {}

  [[nodiscard]] double speed() const noexcept { return speed_.factor(); }
  /// Returns the simulated time at a wall-clock time.
  [[nodiscard]] sim::Duration due(WallTime now) const { return elapsed_ + speed_.simulated_in(now - since_); }
  /// Continues from `elapsed` with a new speed.
  void set_speed(double speed, sim::Duration elapsed, WallTime now) {
    speed_ = cli::Speed{speed};
    elapsed_ = elapsed;
    since_ = now;
  }

 private:
  cli::Speed speed_;
  sim::Duration elapsed_{};
  WallTime since_{};
};

}  // namespace podreel::serve
