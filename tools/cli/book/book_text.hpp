// Conversion of plain text to HTML; all special characters are escaped.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// Converts lines for a <pre>.
[[nodiscard]] std::string html_lines(std::string_view text);

/// Converts one line, in which text in backquotes is code.
[[nodiscard]] std::string html_sentence(std::string_view text);

/// Converts paragraphs that are separated by empty lines or begin with "Try:" or "Exercise:".
[[nodiscard]] std::string html_paragraphs(std::string_view text);

}  // namespace podreel::cli
