// A PodDisruptionBudget as kubectl prints it.
#pragma once

#include <optional>

#include "engine/api/document.hpp"
#include "scenarios/fleet/disruption_budget.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::fleet {

/// `object` is of policy/v1 or policy/v1beta1, and is cut down to what a manifest says. Nothing, and problems, if it is
/// no valid one. In v1beta1 an empty selector matches no pod.
[[nodiscard]] std::optional<DisruptionBudget> dumped_budget(api::Tree& object, const language::Place& place);

}  // namespace podreel::fleet
