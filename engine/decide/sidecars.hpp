// The progress of init containers as releases with sidecars see it: upstream's computeInitContainerActions (1.28,
// KEP-753). Since 1.33 the one algorithm for all pods.
#pragma once

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// Whether this pod's init containers go through this algorithm rather than that of init_containers.hpp.
[[nodiscard]] bool uses_sidecar_algorithm(const Decision& decision) noexcept;

/// A regular container was created, runs or has exited: then the pod was initialized once.
[[nodiscard]] bool had_regular_container(const Decision& decision) noexcept;

/// Adds what init containers and sidecars need to the actions. Returns whether the regular containers are to be looked
/// at.
[[nodiscard]] bool decide_sidecars(Decision& decision);

}  // namespace podreel::decide
