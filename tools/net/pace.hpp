// How simulated time passes beside the wall clock.
#pragma once

#include <memory>

#include "engine/sim/time.hpp"
#include "tools/invocation/speed.hpp"

namespace podreel::cri {

/// Both clocks begin at the same time, but for begin_at(); then the simulated one is `speed` times as fast.
class Pace {
 public:
  Pace(sim::Time began, double speed)
      : began_{began}, speed_{speed}, began_on_wall_{std::make_shared<sim::Time>(began)} {}

  /// It is `wall` when the simulated clock begins. Copies know of it, too; only as long as all are on one thread.
  void begin_at(sim::Time wall) noexcept { *began_on_wall_ = wall; }

  [[nodiscard]] sim::Time began() const noexcept { return began_; }

  /// The simulated time when so much of the wall clock's has passed.
  [[nodiscard]] sim::Time simulated_after(sim::Duration wall) const noexcept {
    return began_ + speed_.simulated_in(wall);
  }
  /// The wall clock's time since the beginning at a simulated instant; not before it.
  [[nodiscard]] sim::Duration wall_at(sim::Time simulated) const noexcept { return speed_.wall_in(simulated - began_); }
  /// The other way round than unix_nanoseconds().
  [[nodiscard]] sim::Time simulated_at(std::int64_t unix_nanoseconds) const noexcept {
    if (unix_nanoseconds == 0) return {};
    return simulated_after(sim::Time{sim::Duration{unix_nanoseconds}} - *began_on_wall_);
  }
  /// Nanoseconds since the Unix epoch at which that is or was so on the wall clock; 0 for a time that is not set.
  [[nodiscard]] std::int64_t unix_nanoseconds(sim::Time simulated) const noexcept {
    return simulated == sim::Time{} ? 0 : (*began_on_wall_ + wall_at(simulated)).time_since_epoch().count();
  }

 private:
  sim::Time began_;
  cli::Speed speed_;
  std::shared_ptr<sim::Time> began_on_wall_;
};

}  // namespace podreel::cri
