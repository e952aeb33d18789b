// How simulated time follows the wall clock.
#pragma once

#include <chrono>

#include "engine/sim/time.hpp"

namespace podreel::server {

/// Since some beginning; only differences count.
using WallTime = std::chrono::nanoseconds;

class Pace {
 public:
  /// `speed`: simulated seconds in one of the wall clock; 0: it stands still.
  explicit Pace(double speed) : speed_{speed} {}

  [[nodiscard]] double speed() const noexcept { return speed_; }
  /// How much simulated time has passed by then; never more than a double can tell.
  [[nodiscard]] sim::Duration due(WallTime now) const;
  /// From now on it goes on from `elapsed` with that speed.
  void go_on(double speed, sim::Duration elapsed, WallTime now);

 private:
  double speed_;
  sim::Duration elapsed_{};
  WallTime since_{};
};

}  // namespace podreel::server
