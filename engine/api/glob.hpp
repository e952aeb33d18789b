// Texts with wildcards.
#pragma once

#include <string_view>

namespace podreel::api {

/// Returns whether `text` matches `pattern`: `*` matches any number of characters, and `?` matches one. Takes at most
/// the product of both lengths, whatever the number of stars.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text) noexcept;

}  // namespace podreel::api
