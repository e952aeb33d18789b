// Requests of users for objects other than pods and nodes.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

// All throw StatusError.

[[nodiscard]] Response create_object(LiveSimulation& simulation, const Request& request, const Target& target,
                                     const AskedObject& asked);
/// Answers PUT and PATCH.
[[nodiscard]] Response update_object(LiveSimulation& simulation, const Request& request, const Target& target,
                                     const AskedObject& asked);
[[nodiscard]] Response delete_object(LiveSimulation& simulation, const Request& request, const Target& target,
                                     const AskedObject& asked);
/// Answers requests for autoscaling/v1.Scale of a workload with replicas.
[[nodiscard]] Response answer_about_scale(LiveSimulation& simulation, const Request& request, const Target& target,
                                          const AskedObject& asked);

}  // namespace podreel::server
