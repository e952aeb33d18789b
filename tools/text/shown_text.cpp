#include "tools/text/shown_text.hpp"

#include <fmt/format.h>

#include "engine/api/printable.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::cli {

std::string shown(std::string_view text) {
  constexpr std::size_t max_length = 100;
  return api::printable_line(api::cut(text, max_length));
}

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  if (count == 1 || plural.empty()) return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  return fmt::format("{} {}", count, plural);
}

}  // namespace podreel::cli
