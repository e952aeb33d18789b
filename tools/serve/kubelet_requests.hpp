// What a kubelet from outside asks of the API server that the simulation has.
#pragma once

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/target.hpp"

namespace podreel::server {

/// As a kubelet means it, who is the only client: statuses of pods are its own words, a pod that it deletes is gone, it
/// brings its node, its lease and its events, and tokens are given to it. All else is answered as anybody's. Throws
/// StatusError.
[[nodiscard]] Response answer_kubelet(LiveSimulation& simulation, const Request& request, const Target& target);

/// The name of the node that has registered and says that it is Ready; empty: none.
[[nodiscard]] std::string ready_node(const LiveSimulation& simulation);

}  // namespace podreel::server
