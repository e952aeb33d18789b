// What a reproduced scenario expects of itself.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/simulated_evidence.hpp"

namespace podreel::reproduce {

/// Adds expectations: the events that were seen and are told, as often as both have them, and how often containers
/// have restarted at the end. They hold.
void expect_what_is_told(const Evidence& evidence, const std::vector<PastedPod>& pods,
                         const std::vector<SimulatedEvidence>& simulated, nlohmann::ordered_json& scenario);

}  // namespace podreel::reproduce
