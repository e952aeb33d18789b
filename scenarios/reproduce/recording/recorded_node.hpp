// The node of a recording, as far as its records show it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::reproduce {

/// Changes the scenario's node to what the records show: whether it reports its status, the version of its control
/// groups, its allocatable resources unless the scenario sets them, and whether its API server selects by every field.
void take_recorded_node(const std::vector<nlohmann::json>& records, format::Scenario& scenario);

}  // namespace podreel::reproduce
