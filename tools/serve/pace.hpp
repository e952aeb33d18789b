// How simulated time follows the wall clock.
#pragma once

#include <chrono>

#include "engine/sim/time.hpp"
#include "tools/invocation/speed.hpp"

namespace podreel::server {

/// Since some beginning; only differences count.
using WallTime = std::chrono::nanoseconds;

class Pace {
 public:
  /// `speed`: simulated seconds in one of the wall clock; 0: it stands still.
  explicit Pace(double speed) : speed_{speed} {}

  [[nodiscard]] double speed() const noexcept { return speed_.factor(); }
  /// Simulated time that has passed by then.
  [[nodiscard]] sim::Duration due(WallTime now) const { return elapsed_ + speed_.simulated_in(now - since_); }
  /// From now on it goes on from `elapsed` with that speed.
  void go_on(double speed, sim::Duration elapsed, WallTime now) {
    speed_ = cli::Speed{speed};
    elapsed_ = elapsed;
    since_ = now;
  }

 private:
  cli::Speed speed_;
  sim::Duration elapsed_{};
  WallTime since_{};
};

}  // namespace podreel::server
