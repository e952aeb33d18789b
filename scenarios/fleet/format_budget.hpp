// How disruption budgets of a fleet are written.
#pragma once

#include "scenarios/fleet/disruption_budget.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::fleet {

/// A policy/v1.PodDisruptionBudget, as `kubectl apply` takes it.
[[nodiscard]] language::Shape<DisruptionBudget> budget_shape();

}  // namespace podreel::fleet
