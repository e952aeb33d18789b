// The clock of the machine, for what is kept at its pace.
#pragma once

#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Counts from when it is first asked, which `pace` and its copies take for the beginning on the wall clock.
[[nodiscard]] PacedLoop::Clock clock_of(Pace pace);

/// Since the Unix epoch.
[[nodiscard]] sim::Time wall_time();

}  // namespace podreel::cri
