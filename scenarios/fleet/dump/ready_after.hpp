// How long a pod took to be ready, as far as its status tells.
#pragma once

#include <optional>

#include "engine/api/document.hpp"
#include "engine/sim/time.hpp"

namespace podreel::fleet {

/// From when the last container with a readiness or startup probe was started until the pod's condition Ready became
/// True, if these belong together: it is Ready, none of its containers was started after that, and no more than some
/// minutes lie between. Nothing for a pod without such probes, which is ready once it runs. `pod` is as kubectl prints
/// it.
[[nodiscard]] std::optional<sim::Duration> ready_after(const api::Tree& pod);

}  // namespace podreel::fleet
