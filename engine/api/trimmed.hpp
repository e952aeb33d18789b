// Texts without the blanks around them.
#pragma once

#include <string_view>

namespace podreel::api {

/// Returns the text without blanks at its ends: spaces, tabs, and the ends of lines.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace podreel::api
