// Texts and numbers for messages.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/counted.hpp"

namespace podreel::cli {

using api::counted;

/// Returns `text` cut to 100 bytes, with control characters escaped, so that it is safe on a terminal.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace podreel::cli
