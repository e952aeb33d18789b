// Adds expectations to a reproduced scenario.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/simulated_evidence.hpp"

namespace podreel::reproduce {

/// Adds expectations that hold: events that are both in the evidence and in the run, with the smaller count, and the
/// restart counts at the end.
void add_expectations(const Evidence& evidence, const std::vector<PastedPod>& pods,
                      const std::vector<SimulatedEvidence>& simulated, nlohmann::ordered_json& scenario);

}  // namespace podreel::reproduce
