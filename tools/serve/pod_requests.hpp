// Requests of users for pods.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

// All throw StatusError.

[[nodiscard]] Response create_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const RequestInfo& info);
[[nodiscard]] Response delete_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const RequestInfo& info);
[[nodiscard]] Response evict_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                 const RequestInfo& info);
/// Answers a POST of a v1.Binding.
[[nodiscard]] Response bind_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                const RequestInfo& info);
/// Rejects a request to exec, attach, portforward or proxy, because simulated containers run no processes.
[[noreturn]] void refuse_connection(const LiveSimulation& simulation, const Target& target, const RequestInfo& info);
/// Answers PUT and PATCH of a pod and of its subresources ephemeralcontainers, resize and status.
[[nodiscard]] Response update_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const RequestInfo& info);

}  // namespace podreel::serve
