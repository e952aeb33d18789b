// How disruption budgets are written, in fleets and as kubectl prints them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "engine/api/document.hpp"
#include "scenarios/cluster/model/disruption_budget.hpp"
#include "scenarios/format/shapes/decoder.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::cluster {

/// A policy/v1.PodDisruptionBudget, as `kubectl apply` takes it.
[[nodiscard]] language::Shape<DisruptionBudget> budget_shape();

/// Reads a budget as kubectl prints it. `object` is of policy/v1 or policy/v1beta1, and is cut down to what a manifest
/// has. Nothing, and problems, if it is no valid one. In v1beta1 an empty selector matches no pod.
[[nodiscard]] std::optional<DisruptionBudget> printed_budget(api::Tree& object, const language::Place& place);

/// Reads a budget of an API server; nothing if it is no valid one.
[[nodiscard]] std::optional<DisruptionBudget> stored_budget(const nlohmann::json& object);

}  // namespace podreel::cluster
