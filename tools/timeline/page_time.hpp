// Times as pages have them.
#pragma once

#include <chrono>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Seconds to the microsecond before, as records tell them.
[[nodiscard]] inline double page_seconds(sim::Duration span) {
  constexpr double microseconds_per_second = 1e6;
  return static_cast<double>(std::chrono::floor<std::chrono::microseconds>(span).count()) / microseconds_per_second;
}

}  // namespace podreel::cli
