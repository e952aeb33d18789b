// What a kubelet knows of the node of a scenario.
#pragma once

#include <string_view>

#include "engine/kubelet/admission.hpp"
#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::simulation {

/// With the labels that every node has.
[[nodiscard]] kubelet::NodeDescription description_of(const language::NodeSettings& node);

/// A function of the boot's before it; of the node's name for the first one.
[[nodiscard]] memory::Text boot_id_after(std::string_view before);

}  // namespace podreel::simulation
