// Sentences for people who read them in a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Breaks `text` between words at 100 columns; every line but the first begins with `indent` spaces, as the first is to
/// stand there.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace podreel::cli
