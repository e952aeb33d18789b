// A ticker that costs nothing while nobody listens to it.
#pragma once

#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// A time.Ticker as a formula: it ticks at phase, phase + period, … for the life of the kubelet. Work that waits for a
/// tick asks for the next one instead of being woken by every one.
struct Ticker {
  sim::Time phase{};
  sim::Duration period{1};

  /// The first tick at or after `time`.
  [[nodiscard]] sim::Time at_or_after(sim::Time time) const noexcept {
    if (time <= phase) return phase;
    const auto missing = (time - phase) % period;
    return missing.count() == 0 ? time : time + (period - missing);
  }

  /// The first tick after `time`.
  [[nodiscard]] sim::Time after(sim::Time time) const noexcept { return at_or_after(time + sim::Duration{1}); }
};

}  // namespace podreel::kubelet
