// Conversion between simulated time and wall-clock time.
#pragma once

#include <memory>

#include "engine/sim/time.hpp"
#include "tools/invocation/speed.hpp"

namespace podreel::cri {

/// Both clocks begin at the same time, unless begin_at() is called; the simulated one is `speed` times as fast.
class Pace {
 public:
  Pace(sim::Time began, double speed)
      : began_{began}, speed_{speed}, began_on_wall_{std::make_shared<sim::Time>(began)} {}

  /// Sets the wall-clock time at which the simulated clock begins. Copies share the value; all must be used on one
  /// thread.
  void begin_at(sim::Time wall) noexcept { *began_on_wall_ = wall; }

  [[nodiscard]] sim::Time began() const noexcept { return began_; }

  /// Returns the simulated time after a wall-clock duration.
  [[nodiscard]] sim::Time simulated_after(sim::Duration wall) const noexcept {
    return began_ + speed_.simulated_in(wall);
  }
  /// Returns the wall-clock duration from the beginning to a simulated instant, rounded up.
  [[nodiscard]] sim::Duration wall_at(sim::Time simulated) const noexcept { return speed_.wall_in(simulated - began_); }
  /// Inverse of unix_nanoseconds().
  [[nodiscard]] sim::Time simulated_at(std::int64_t unix_nanoseconds) const noexcept {
    if (unix_nanoseconds == 0) return {};
    return simulated_after(sim::Time{sim::Duration{unix_nanoseconds}} - *began_on_wall_);
  }
  /// Returns the wall-clock time of a simulated instant, in nanoseconds since the Unix epoch; 0 for a time that is not
  /// set.
  [[nodiscard]] std::int64_t unix_nanoseconds(sim::Time simulated) const noexcept {
    return simulated == sim::Time{} ? 0 : (*began_on_wall_ + wall_at(simulated)).time_since_epoch().count();
  }

 private:
  sim::Time began_;
  cli::Speed speed_;
  std::shared_ptr<sim::Time> began_on_wall_;
};

}  // namespace podreel::cri
