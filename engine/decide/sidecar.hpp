// Sidecars: init containers that run beside the regular ones.
#pragma once

#include "engine/api/container.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

/// A restartable init container, as far as the release knows such (1.28, KEP-753).
[[nodiscard]] inline bool is_sidecar(const api::Container& init_container,
                                     const release::Behaviour& behaviour) noexcept {
  return behaviour.has(release::sidecars) && api::is_restartable_init_container(init_container);
}

}  // namespace podreel::decide
