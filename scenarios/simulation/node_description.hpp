// A kubelet's description of the node of a scenario.
#pragma once

#include <string_view>

#include "engine/kubelet/admission.hpp"
#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::simulation {

/// Includes the labels that every node has.
[[nodiscard]] kubelet::NodeDescription description_of(const format::NodeSettings& node);

/// Derived from the previous boot's id; for the first boot from the node's name.
[[nodiscard]] memory::Text boot_id_after(std::string_view before);

}  // namespace podreel::simulation
