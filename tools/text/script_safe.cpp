#include "tools/text/script_safe.hpp"

#include <array>

namespace podreel::cli {

std::string script_safe(std::string_view json) {
  constexpr std::array<std::string_view, 2> line_separators{"\xe2\x80\xa8", "\xe2\x80\xa9"};
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t at = 0; at < json.size(); ++at) {
    const std::string_view character = json.substr(at, line_separators[0].size());
    if (json[at] == '<') {
      safe += "\\u003c";
    } else if (character == line_separators[0] || character == line_separators[1]) {
      safe += character == line_separators[0] ? "\\u2028" : "\\u2029";
      at += character.size() - 1;
    } else {
      safe += json[at];
    }
  }
  return safe;
}

}  // namespace podreel::cli
