// Texts and numbers inside a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podreel::cli {

/// `text` cut after a hundred bytes, with control characters escaped: safe on a terminal, and never the whole screen.
[[nodiscard]] std::string shown(std::string_view text);

/// "1 run", "2 runs".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

}  // namespace podreel::cli
