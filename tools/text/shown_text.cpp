#include "tools/text/shown_text.hpp"

#include "engine/api/printable.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::cli {

std::string shown(std::string_view text) {
  constexpr std::size_t max_length = 100;
  return api::printable_line(api::cut(text, max_length));
}

}  // namespace podreel::cli
