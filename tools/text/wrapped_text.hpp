// Line wrapping for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// Number of columns of texts where the output has no width.
inline constexpr std::size_t max_text_width = 100;

/// Returns the number of columns for texts: that of the terminal, at most max_text_width.
[[nodiscard]] std::size_t text_width(const Terminal& terminal) noexcept;

/// Wraps `text` between words at `width` columns. All lines except the first begin with `indent` spaces; the caller
/// prints the first line at that column. A word that is longer has a line of its own.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = max_text_width);

/// Wraps each paragraph of `text`, whose lines are joined before. Empty lines separate paragraphs; a line that begins
/// with a space or a dash begins a line of the result. The result ends with a line feed unless it is empty.
[[nodiscard]] std::string wrapped_paragraphs(std::string_view text, std::size_t width);

}  // namespace podreel::cli
