// Resizing running containers in place (KEP-1287): upstream's computePodResizeAction.
#pragma once

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// Each looks at one running container, by its index among its kind, and adds a resize, or a kill and a start where the
/// container's resizePolicy asks for it. Returns whether the container is to be restarted.
bool resize_running_container(Decision& decision, std::size_t index, const runtime::ContainerStatus& status);
bool resize_running_sidecar(Decision& decision, std::size_t index, const runtime::ContainerStatus& status);
bool resize_running_init_container(Decision& decision, std::size_t index, const runtime::ContainerStatus& status);

}  // namespace podreel::decide
