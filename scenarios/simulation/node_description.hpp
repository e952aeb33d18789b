// What a kubelet knows of the node of a scenario.
#pragma once

#include "engine/kubelet/admission.hpp"
#include "scenarios/language/settings/node_settings.hpp"

namespace podreel::simulation {

/// With the labels that every node has.
[[nodiscard]] kubelet::NodeDescription description_of(const language::NodeSettings& node);

}  // namespace podreel::simulation
