// Turns the upgrade of a node of a fleet into an ordinary scenario.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::fleet {

/// When the control-plane upgrade begins: after timing::node_warm_up of the kubelet.
[[nodiscard]] sim::Duration masters_begin(const Plan& plan) noexcept;
/// The upgrade begins with the scenario, or when the control plane has been observed.
[[nodiscard]] sim::Duration turn_begins(const Plan& plan) noexcept;

/// Returns the scenario of the control-plane upgrade, which comes first, on the cluster's `index`-th node, whose
/// settled pods are `pods`.
[[nodiscard]] format::Scenario masters_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                const std::vector<Replica>& pods, const Plan& plan);

/// Includes the node's upgrade, which is observed for the plan's `watch`.
[[nodiscard]] format::Scenario node_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                             const std::vector<Replica>& pods, const Plan& plan);

/// Adds the roll-back of the plan, which begins `at`.
[[nodiscard]] format::Scenario and_back(format::Scenario scenario, const Plan& plan, sim::Duration at);

/// Returns the scenario as a document for `podreel run`, with this `duration`.
[[nodiscard]] nlohmann::ordered_json node_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                   const std::vector<Replica>& pods, const Plan& plan,
                                                   sim::Duration duration);

}  // namespace podreel::fleet
