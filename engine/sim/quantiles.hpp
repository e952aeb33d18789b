// Distributions as they were measured.
#pragma once

#include <cstdint>
#include <span>

#include "engine/sim/choices.hpp"
#include "engine/sim/time.hpp"

namespace podreel::sim {

/// `share` of the measured durations are at most this one.
struct Quantile {
  /// In thousandths.
  std::int64_t share = 0;
  Duration duration{};
};

/// One decision: a duration that is distributed as measured, evenly between two quantiles. The first of `quantiles` has
/// the share 0, the last 1000, and both values grow.
[[nodiscard]] Duration draw(ChoiceStream& choices, std::span<const Quantile> quantiles);

}  // namespace podreel::sim
