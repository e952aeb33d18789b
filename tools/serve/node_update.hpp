// PUT and PATCH of nodes.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// Changes labels, annotations, taints and the cordon; other fields belong to the kubelet. Throws StatusError.
[[nodiscard]] Response update_node(LiveSimulation& simulation, const Request& request, const Target& target,
                                   const AskedObject& asked);

}  // namespace podreel::server
