// Ticks of the sync loop that have something to do.
#pragma once

#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// Requests ticks of the sync loop. A tick that nothing has requested is not executed.
class TickScheduler {
 public:
  /// Schedules the first SYNC tick at or after `time`.
  virtual void schedule_sync_tick(sim::Time time) = 0;
  /// Schedules the next housekeeping tick.
  virtual void schedule_housekeeping() = 0;

 protected:
  ~TickScheduler() = default;
};

}  // namespace podreel::kubelet
