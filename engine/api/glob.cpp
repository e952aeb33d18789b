#include "engine/api/glob.hpp"

namespace podreel::api {

bool glob_matches(std::string_view pattern, std::string_view text) noexcept {
  std::size_t in_pattern = 0;
  std::size_t in_text = 0;
  std::size_t last_star = std::string_view::npos;
  std::size_t text_at_star = 0;
  while (in_text < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      last_star = in_pattern++;
      text_at_star = in_text;
    } else if (in_pattern < pattern.size() && (pattern[in_pattern] == '?' || pattern[in_pattern] == text[in_text])) {
      ++in_pattern;
      ++in_text;
    } else if (last_star != std::string_view::npos) {
      in_pattern = last_star + 1;
      in_text = ++text_at_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

}  // namespace podreel::api
