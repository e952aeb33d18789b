// Texts and numbers for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Returns `text` cut to 100 bytes, with control characters escaped, so that it is safe on a terminal.
[[nodiscard]] std::string shown(std::string_view text);

/// Returns "1 run" or "2 runs". An empty `plural` means the noun with an s.
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

}  // namespace podreel::cli
