// What a kill says about itself; the Killing event shows it.
#pragma once

#include <string>

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// 1.14+: "Container app definition changed"; before: "Container spec hash changed (<stored> vs <wanted>).".
[[nodiscard]] std::string definition_changed_message(const Decision& decision, const runtime::ContainerStatus& status,
                                                     const IdentityVerdict& verdict);
[[nodiscard]] std::string liveness_failed_message(const Decision& decision, const runtime::ContainerStatus& status);
[[nodiscard]] std::string startup_failed_message(const runtime::ContainerStatus& status);

/// The same message for a container that is started again.
[[nodiscard]] std::string and_restarted(const Decision& decision, const std::string& message);

}  // namespace podreel::decide
