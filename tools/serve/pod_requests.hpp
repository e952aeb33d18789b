// Requests of users for pods.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

// All throw StatusError.

[[nodiscard]] Response create_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const AskedObject& asked);
[[nodiscard]] Response delete_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const AskedObject& asked);
[[nodiscard]] Response evict_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                 const AskedObject& asked);
/// Answers a POST of a v1.Binding.
[[nodiscard]] Response bind_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                const AskedObject& asked);
/// Rejects a request to exec, attach, portforward or proxy, because simulated containers run no processes.
[[noreturn]] void refuse_connection(const LiveSimulation& simulation, const Target& target, const AskedObject& asked);
/// Answers PUT and PATCH of a pod and of its subresources ephemeralcontainers, resize and status.
[[nodiscard]] Response update_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const AskedObject& asked);

}  // namespace podreel::server
