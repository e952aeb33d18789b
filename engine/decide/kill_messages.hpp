// Messages of kills, as the Killing event shows them.
#pragma once

#include <string>

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// 1.14+: "Container app definition changed"; before: "Container spec hash changed (<stored> vs <wanted>).".
[[nodiscard]] std::string definition_changed_message(const Decision& decision, const runtime::ContainerStatus& status,
                                                     const IdentityVerdict& verdict);
[[nodiscard]] std::string liveness_failed_message(const Decision& decision, const runtime::ContainerStatus& status);
[[nodiscard]] std::string startup_failed_message(const runtime::ContainerStatus& status);

/// Returns the message for a container that is restarted.
[[nodiscard]] std::string and_restarted(const Decision& decision, const std::string& message);

}  // namespace podreel::decide
