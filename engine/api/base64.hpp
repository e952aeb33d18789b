// RFC 4648, with padding; what is read may lack it, and may be of the alphabet for URLs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::api {

[[nodiscard]] std::string base64(std::string_view bytes);
/// Nothing for what is no base64.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace podreel::api
