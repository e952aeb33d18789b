// PUT and PATCH of nodes.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

/// Changes labels, annotations, taints and the cordon; other fields belong to the kubelet. Throws StatusError.
[[nodiscard]] Response update_node(LiveSimulation& simulation, const Request& request, const Target& target,
                                   const RequestInfo& info);

}  // namespace podreel::serve
