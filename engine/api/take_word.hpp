// Reading texts by lines, words and other parts.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace podreel::api {

/// Takes a word off the front; empty at the end.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

/// The parts between separators: one more than there are of these.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

/// Calls `use` with every line that is not blank, and its number from 1 on.
template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) use(line, number);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

}  // namespace podreel::api
