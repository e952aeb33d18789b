// Tickers of a kubelet's loops.
#pragma once

#include "engine/kubelet/tick.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// The tickers of one kubelet begin together when it has been set up, so their phases hang together (measured at 57
/// starts: SYNC ticks 43 … 76 ms after full seconds since the start, the first garbage collection after 60.05 … 60.10
/// s).
struct Tickers {
  /// Pods whose time has come (syncLoop).
  Ticker sync;
  Ticker housekeeping;
  /// The status manager looks at everything again.
  Ticker status;
  /// updateRuntimeUp.
  Ticker runtime_check;
  /// StartGarbageCollection, for containers: waits a minute after each collection, and so drifts away from the others.
  Ticker container_gc;
  /// Garbage collection of images, every five minutes from the beginning on.
  Ticker image_gc;
  /// Rotations of logs: 10 s after the end of each, and so drifting away from the others as well.
  Ticker log_rotation;
};

/// Tickers of a kubelet whose loops begin at `begin`.
[[nodiscard]] Tickers tickers_since(sim::Time begin, timing::Timing& timing);

/// Tickers of a kubelet that has been up for long at `now`; since when is a random choice.
[[nodiscard]] Tickers tickers_of_old_kubelet(sim::Time now, timing::Timing& timing);

}  // namespace podreel::kubelet
