#include "tools/text/shell_word.hpp"

#include <algorithm>
#include <string_view>

#include "engine/api/ascii.hpp"

namespace podreel::cli {

namespace {

bool needs_no_quotes(char character) {
  constexpr std::string_view plain = "-_./,:=@%+";
  return api::is_alphanumeric(character) || plain.find(character) != std::string_view::npos;
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (!text.empty() && std::ranges::all_of(text, needs_no_quotes)) return text;
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'') {
      quoted += "'\\''";
    } else {
      quoted += character;
    }
  }
  return quoted + "'";
}

}  // namespace podreel::cli
