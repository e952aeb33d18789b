// When a volume's operation that has failed is tried again.
#pragma once

#include <algorithm>

#include "engine/invariant.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

/// pkg/util/goroutinemap/exponentialbackoff.
class OperationBackOff {
 public:
  void fail(sim::Time now) {
    PODREEL_INVARIANT(now >= next_try_, "no operation is tried again before its back-off is over");
    const sim::Duration longer = pause_ == sim::Duration{} ? sim::Duration{timing::mount_back_off_first} : 2 * pause_;
    pause_ = std::min<sim::Duration>(longer, timing::mount_back_off_max);
    next_try_ = now + pause_;
    PODREEL_INVARIANT(next_try_ > now, "an operation that has failed is tried again later");
  }
  /// Another operation begins, not before `first_try`.
  void begin_anew(sim::Time first_try) {
    pause_ = {};
    next_try_ = first_try;
  }
  [[nodiscard]] sim::Time next_try() const noexcept { return next_try_; }

 private:
  sim::Duration pause_{};
  sim::Time next_try_{};
};

}  // namespace podreel::kubelet
