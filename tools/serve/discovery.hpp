// Discovery of the release, groups and resources.
#pragma once

#include <optional>
#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// Answers /version, /api, /apis, /api/v1, /apis/policy/…, /openapi/… and health checks; no value for other paths.
[[nodiscard]] std::optional<Response> discover(const LiveSimulation& simulation, const Target& target);

}  // namespace podreel::serve
