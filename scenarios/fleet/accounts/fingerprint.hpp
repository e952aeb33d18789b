// What tells one fleet or plan from another.
#pragma once

#include <string>
#include <string_view>

namespace podreel::fleet {

/// XXH3-128 of a text, as 32 hex digits.
[[nodiscard]] std::string fingerprint_of(std::string_view text);

}  // namespace podreel::fleet
