// Line wrapping for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Wraps `text` between words at 100 columns. All lines except the first begin with `indent` spaces; the caller prints
/// the first line at that column.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace podreel::cli
