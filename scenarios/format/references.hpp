// Checks names of pods and their parts against the pods of the scenario.
#pragma once

#include "scenarios/format/actions/planned_node.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::format {

/// Reports references to unknown pods and containers; warns of scripts for parts that the pods do not have.
void check_references(const actions::PlannedNode& planned, Reading& reading);

}  // namespace podreel::format
