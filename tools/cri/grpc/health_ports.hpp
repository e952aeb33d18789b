// Pod ports with the gRPC Health Checking Protocol.
#pragma once

#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

/// Answers Check alike for every service; Watch is not supported.
[[nodiscard]] PodListener::Serve serve_health();

}  // namespace podreel::cri
