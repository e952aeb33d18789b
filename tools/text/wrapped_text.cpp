#include "tools/text/wrapped_text.hpp"

#include <algorithm>

namespace podreel::cli {

namespace {

constexpr std::size_t line_length = 100;

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > line_length) {
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

}  // namespace podreel::cli
