// Times in the data of pages.
#pragma once

#include <chrono>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Returns seconds, rounded down to a microsecond, as in records.
[[nodiscard]] inline double page_seconds(sim::Duration span) {
  constexpr double microseconds_per_second = 1e6;
  return static_cast<double>(std::chrono::floor<std::chrono::microseconds>(span).count()) / microseconds_per_second;
}

}  // namespace podreel::cli
