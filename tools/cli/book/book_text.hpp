// Plain text as HTML. Whatever it holds, it is shown as it is.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// Lines for a <pre>.
[[nodiscard]] std::string html_lines(std::string_view text);

/// One line, in which `these` are code.
[[nodiscard]] std::string html_sentence(std::string_view text);

/// Paragraphs parted by empty lines, or begun by "Try:".
[[nodiscard]] std::string html_paragraphs(std::string_view text);

}  // namespace podreel::cli
