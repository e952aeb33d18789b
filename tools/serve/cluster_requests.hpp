// Requests to the Kubernetes API.
#pragma once

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// Answers a request below /api or /apis. Throws StatusError.
[[nodiscard]] Response answer_of_cluster(LiveSimulation& simulation, const Request& request, const Target& target);

}  // namespace podreel::serve
