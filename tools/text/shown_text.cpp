#include "tools/text/shown_text.hpp"

#include <fmt/format.h>

#include "engine/api/printable.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::cli {

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 100;
  return api::printable_line(api::cut(text, longest));
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace podreel::cli
