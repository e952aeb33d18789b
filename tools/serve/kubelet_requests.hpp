// Requests of an external kubelet to the simulation's API server.
#pragma once

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// Answers a request of a kubelet, which is the only client. It writes pod statuses verbatim, deletes pods, creates its
/// node, its lease and its events, and gets tokens. Other requests are answered as for any client. Throws StatusError.
[[nodiscard]] Response answer_kubelet(LiveSimulation& simulation, const Request& request, const Target& target);

/// Returns the name of the registered node that is Ready; empty if there is none.
[[nodiscard]] std::string ready_node(const LiveSimulation& simulation);

/// Returns the allocatable resources of the node with this name, as its kubelet has reported them; empty if it has not.
[[nodiscard]] api::ResourceList allocatable_of(const LiveSimulation& simulation, const std::string& node);

}  // namespace podreel::serve
