// Durations for readers.
#pragma once

#include <string>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Formats a duration, rounded to significant units: "33h12m", "11.4s", "30ms".
[[nodiscard]] std::string format_span(sim::Duration duration);

}  // namespace podreel::cli
