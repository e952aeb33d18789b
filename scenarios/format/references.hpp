// Names of pods, and of what they have, checked against the pods that the scenario creates.
#pragma once

#include "scenarios/format/actions/planned_node.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::language {

/// Reports each reference that fits no pod, or no container of the pods that it fits; warns of scripts for what these
/// pods do not have.
void check_references(const actions::PlannedNode& planned, Reading& reading);

}  // namespace podreel::language
