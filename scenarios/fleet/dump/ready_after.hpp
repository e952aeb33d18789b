// Start-up time of a pod, as far as its status shows.
#pragma once

#include <optional>

#include "engine/api/document.hpp"
#include "engine/sim/time.hpp"

namespace podreel::fleet {

/// Returns the time from the start of the last container with a readiness or startup probe until the pod's condition
/// Ready became True. Both must belong together: the pod is Ready, none of its containers started after that, and at
/// most some minutes lie between. Returns no value for a pod without such probes, which is ready once it runs. `pod` is
/// as kubectl prints it.
[[nodiscard]] std::optional<sim::Duration> ready_after(const api::Tree& pod);

}  // namespace podreel::fleet
