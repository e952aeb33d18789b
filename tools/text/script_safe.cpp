#include "tools/text/script_safe.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace podreel::cli {

namespace {

struct Escape {
  std::string_view text;
  std::string_view written;
};

/// Line separators begin with the byte 0xe2, as other characters do.
constexpr std::array escapes{Escape{"<", "\\u003c"}, Escape{"\xe2\x80\xa8", "\\u2028"},
                             Escape{"\xe2\x80\xa9", "\\u2029"}};

bool begins_escape(char character) {
  return character == '<' || character == '\xe2';
}

}  // namespace

std::string script_safe(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  while (!json.empty()) {
    const auto escape = std::ranges::find_if(escapes, [json](const Escape& e) { return json.starts_with(e.text); });
    if (escape != escapes.end()) {
      safe += escape->written;
      json.remove_prefix(escape->text.size());
      continue;
    }
    const auto next = std::find_if(std::next(json.begin()), json.end(), begins_escape);
    const auto length = static_cast<std::size_t>(next - json.begin());
    safe += json.substr(0, length);
    json.remove_prefix(length);
  }
  return safe;
}

}  // namespace podreel::cli
