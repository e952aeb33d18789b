// Ports of pods that speak HTTPS.
#pragma once

#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

/// As over HTTP, below a certificate of its own. Throws std::runtime_error.
[[nodiscard]] PodListener::Serve serve_https();

}  // namespace podreel::cri
