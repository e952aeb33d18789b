// A user's text inside a message.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// `text` cut after a hundred bytes, with control characters escaped: safe on a terminal, and never the whole screen.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace podreel::cli
