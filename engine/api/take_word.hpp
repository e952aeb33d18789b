// Reading settings and tables that are texts of blank-separated words.
#pragma once

#include <algorithm>
#include <string_view>

namespace podreel::api {

/// Takes a word off the front; empty at the end.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

/// Calls `use` with every line that is not empty.
template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    if (length > 0) use(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

}  // namespace podreel::api
