// When a watch that has broken is tried again.
#pragma once

#include <string_view>

#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// client-go's reflector (wait.NewExponentialBackoffManager): 0.8 s, twice as much at every try up to 30 s, each up to
/// twice as long by jitter; from the beginning again when the last try was two minutes ago.
class ReflectorBackoff {
 public:
  /// `what`: what is watched, if it is not pods.
  ReflectorBackoff(timing::Timing& timing, sim::Time now, std::string_view what = {});

  /// The wait before the next try.
  [[nodiscard]] sim::Duration next(sim::Time now);

 private:
  timing::Stream jitter_;
  sim::Duration wait_;
  sim::Time last_{};
};

}  // namespace podreel::kubelet
