// A choice that a run has taken, and when.
#pragma once

#include "engine/sim/choices.hpp"

namespace podreel::reproduce {

struct TakenChoice : sim::Choice {
  /// Seconds since the scenario began.
  double at = 0;
};

}  // namespace podreel::reproduce
