// Reading short texts of blank-separated words.
#pragma once

#include <algorithm>
#include <string_view>

namespace podreel::identity {

/// Takes a word off the front; empty at the end.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace podreel::identity
