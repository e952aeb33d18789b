// Pod ports with HTTPS.
#pragma once

#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

/// Serves HTTP over TLS with a self-signed certificate. Throws std::runtime_error.
[[nodiscard]] PodListener::Serve serve_https();

}  // namespace podreel::cri
