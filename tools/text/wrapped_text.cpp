#include "tools/text/wrapped_text.hpp"

#include <algorithm>

namespace podreel::cli {

std::size_t text_width(const Terminal& terminal) noexcept {
  if (terminal.width <= 0) return max_text_width;
  return std::min(static_cast<std::size_t>(terminal.width), max_text_width);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > width) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return result;
}

std::string wrapped_paragraphs(std::string_view text, std::size_t width) {
  std::string result;
  std::string joined;
  const auto end_line = [&] {
    if (!joined.empty()) result += wrapped(joined, 0, width) + '\n';
    joined.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty() || line.front() == ' ' || line.front() == '-') end_line();
    if (line.empty()) {
      result += '\n';
      continue;
    }
    if (!joined.empty()) joined += ' ';
    joined += line;
  }
  end_line();
  return result;
}

}  // namespace podreel::cli
