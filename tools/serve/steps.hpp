// Requests that perform steps of a scenario's timeline.
#pragma once

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// Performs the step in the body of the request. Throws StatusError.
void perform_steps(LiveSimulation& simulation, const Request& request);

}  // namespace podreel::serve
