// The wall clock of paced simulations.
#pragma once

#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Returns a clock that starts at 0 when it is first read; sets the wall-clock beginning of `pace` and its copies then.
[[nodiscard]] PacedLoop::Clock clock_of(Pace pace);

/// Returns the time since the Unix epoch.
[[nodiscard]] sim::Time wall_time();

}  // namespace podreel::cri
