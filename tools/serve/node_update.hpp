// PUT and PATCH of the node.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// Labels, annotations, taints and the cordon change; all else is the kubelet's. Throws StatusError.
[[nodiscard]] Response update_node(LiveSimulation& simulation, const Request& request, const Target& target,
                                   const AskedObject& asked);

}  // namespace podreel::server
