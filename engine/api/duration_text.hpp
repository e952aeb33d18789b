// Durations as Go prints them.
#pragma once

#include <string>

#include "engine/sim/time.hpp"

namespace podreel::api {

/// time.Duration.String(): "0s", "1.5ms", "10s", "1m20s", "4m0.834555203s", "2h0m0s".
[[nodiscard]] std::string go_duration(sim::Duration duration);

}  // namespace podreel::api
