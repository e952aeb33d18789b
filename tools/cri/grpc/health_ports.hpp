// Ports of pods that speak the GRPC Health Checking Protocol.
#pragma once

#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

/// Check is answered for every service alike; there is no Watch.
[[nodiscard]] PodListener::Serve serve_health();

}  // namespace podreel::cri
