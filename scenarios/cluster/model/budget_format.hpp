// Formats of disruption budgets, in fleets and in the output of kubectl.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "engine/api/document.hpp"
#include "scenarios/cluster/model/disruption_budget.hpp"
#include "scenarios/format/shapes/decoder.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::cluster {

/// Accepts a policy/v1.PodDisruptionBudget, as for `kubectl apply`.
[[nodiscard]] format::Shape<DisruptionBudget> budget_shape();

/// Reads a budget as kubectl prints it. `object` is of policy/v1 or policy/v1beta1, and is reduced to the fields of a
/// manifest. Returns no value, with problems, if it is invalid. In v1beta1 an empty selector matches no pod.
[[nodiscard]] std::optional<DisruptionBudget> printed_budget(api::Tree& object, const format::Place& place);

/// Reads a budget of an API server; returns no value if it is invalid.
[[nodiscard]] std::optional<DisruptionBudget> stored_budget(const nlohmann::json& object);

}  // namespace podreel::cluster
