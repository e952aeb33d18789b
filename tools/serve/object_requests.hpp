// Requests of users for objects other than pods and nodes.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

// All throw StatusError.

[[nodiscard]] Response create_object(LiveSimulation& simulation, const Request& request, const Target& target,
                                     const RequestInfo& info);
/// Answers PUT and PATCH.
[[nodiscard]] Response update_object(LiveSimulation& simulation, const Request& request, const Target& target,
                                     const RequestInfo& info);
[[nodiscard]] Response delete_object(LiveSimulation& simulation, const Request& request, const Target& target,
                                     const RequestInfo& info);
/// Answers requests for autoscaling/v1.Scale of a workload with replicas.
[[nodiscard]] Response answer_about_scale(LiveSimulation& simulation, const Request& request, const Target& target,
                                          const RequestInfo& info);

}  // namespace podreel::serve
