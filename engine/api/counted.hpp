// A number with its noun.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace podreel::api {

/// Returns "1 run" or "2 runs". An empty `plural` means the noun with an s.
template <std::integral Count>
[[nodiscard]] std::string counted(Count count, std::string_view noun, std::string_view plural = {}) {
  std::string text = std::to_string(count) + ' ';
  if (count == 1) return text.append(noun);
  return plural.empty() ? text.append(noun) + 's' : text.append(plural);
}

}  // namespace podreel::api
