// Steps of a scenario's timeline that are asked for.
#pragma once

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// What the body of the request says happens now. Throws StatusError.
void perform_steps(LiveSimulation& simulation, const Request& request);

}  // namespace podreel::server
