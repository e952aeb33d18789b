// The turn of a node of a fleet, as an ordinary scenario.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::fleet {

/// Of the `index`-th node of a cluster, whose settled pods are `pods`. Its duration is the plan's `watch`.
[[nodiscard]] language::Scenario node_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                               const std::vector<Replica>& pods, const Plan& plan);

/// The same scenario with what happens when the plan is taken back, which begins `at`.
[[nodiscard]] language::Scenario and_back(language::Scenario scenario, const Plan& plan, sim::Duration at);

/// The same as a document that `podreel run` reads, over `duration`.
[[nodiscard]] nlohmann::ordered_json node_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                   const std::vector<Replica>& pods, const Plan& plan,
                                                   sim::Duration duration);

}  // namespace podreel::fleet
