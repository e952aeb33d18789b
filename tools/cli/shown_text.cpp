#include "tools/cli/shown_text.hpp"

#include <fmt/format.h>

namespace podreel::cli {

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 100;
  constexpr unsigned char first_printable = 0x20;
  constexpr unsigned char del = 0x7f;
  std::string result;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (byte < first_printable || byte == del) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return text.size() > longest ? result + "…" : result;
}

}  // namespace podreel::cli
