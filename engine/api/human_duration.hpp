// Ages as kubectl prints them.
#pragma once

#include <string>

#include "engine/sim/time.hpp"

namespace podreel::api {

/// apimachinery's duration.HumanDuration: "0s", "119s", "2m", "9m59s", "3h", "7h59m", "2d", "7d23h", "2y1d";
/// "<invalid>" for less than -1 s.
[[nodiscard]] std::string human_duration(sim::Duration duration);

}  // namespace podreel::api
