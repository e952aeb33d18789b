// Times of a run as text.
#pragma once

#include <string>

#include "engine/sim/time.hpp"

namespace podreel::trace {

/// "10.219s": milliseconds always; "-2.500s" before the start. What is finer is left out.
[[nodiscard]] std::string format_instant(sim::Duration since_start);

}  // namespace podreel::trace
