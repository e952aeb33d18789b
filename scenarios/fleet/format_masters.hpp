// Format of the upgrade of control planes.
#pragma once

#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::fleet {

/// Its steps are not expanded yet.
struct WrittenMasters {
  std::vector<actions::WrittenStep> steps;
  sim::Duration watched_for = Masters{}.watched_for;
};

[[nodiscard]] format::Shape<WrittenMasters> masters_shape();

}  // namespace podreel::fleet
