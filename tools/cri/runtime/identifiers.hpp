// Identifiers of sandboxes and containers.
#pragma once

#include <string>
#include <string_view>

#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

/// Returns 64 hex digits, as in containerd. They begin with the runtime's own eight, so that timelines can be compared
/// with logs.
[[nodiscard]] std::string long_id(std::string_view inner_id);

/// Returns the name that containerd reserves: "web_default_<uid>_0".
[[nodiscard]] std::string reserved_name(const SandboxMetadata& sandbox);
/// Returns "app_web_default_<uid>_0".
[[nodiscard]] std::string reserved_name(const SandboxMetadata& sandbox, std::string_view container,
                                        std::uint32_t attempt);

/// Returns `text` with the runtime's own id replaced by the long one.
[[nodiscard]] std::string with_long_id(std::string text, std::string_view inner_id, std::string_view id);

}  // namespace podreel::cri
