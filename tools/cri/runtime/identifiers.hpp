// What clients call sandboxes and containers.
#pragma once

#include <string>
#include <string_view>

#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

/// 64 hex digits, as containerd's, which begin with the runtime's own eight: so timelines can be read beside logs.
[[nodiscard]] std::string long_id(std::string_view inner_id);

/// The name that a runtime reserves, as containerd makes it: "web_default_<uid>_0".
[[nodiscard]] std::string reserved_name(const SandboxMetadata& sandbox);
/// "app_web_default_<uid>_0".
[[nodiscard]] std::string reserved_name(const SandboxMetadata& sandbox, std::string_view container,
                                        std::uint32_t attempt);

/// `text` with the long id in place of the runtime's own.
[[nodiscard]] std::string with_long_id(std::string text, std::string_view inner_id, std::string_view id);

}  // namespace podreel::cri
