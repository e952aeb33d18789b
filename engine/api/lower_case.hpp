// Texts in lower case.
#pragma once

#include <algorithm>
#include <string>

#include "engine/api/ascii.hpp"

namespace podreel::api {

/// Returns the text with ASCII letters in lower case.
[[nodiscard]] inline std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), to_lower);
  return text;
}

}  // namespace podreel::api
