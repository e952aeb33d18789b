// The turn of a node of a fleet, as an ordinary scenario.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::fleet {

/// Where the masters come first, its kubelet has been up again for timing::node_warm_up when they do.
[[nodiscard]] sim::Duration masters_begin(const Plan& plan) noexcept;
/// The turn begins with the scenario, or when the masters have been watched.
[[nodiscard]] sim::Duration turn_begins(const Plan& plan) noexcept;

/// What the masters of a cluster, which come first, do to its `index`-th node, whose settled pods are `pods`.
[[nodiscard]] language::Scenario masters_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                  const std::vector<Replica>& pods, const Plan& plan);

/// The same with the node's turn, which is looked at for the plan's `watch`.
[[nodiscard]] language::Scenario node_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                               const std::vector<Replica>& pods, const Plan& plan);

/// The same scenario with what happens when the plan is taken back, which begins `at`.
[[nodiscard]] language::Scenario and_back(language::Scenario scenario, const Plan& plan, sim::Duration at);

/// The same as a document that `podreel run` reads, over `duration`.
[[nodiscard]] nlohmann::ordered_json node_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                                   const std::vector<Replica>& pods, const Plan& plan,
                                                   sim::Duration duration);

}  // namespace podreel::fleet
