#include "tools/text/text_table.hpp"

#include <cassert>
#include <utility>

#include "engine/api/table.hpp"

namespace podreel::cli {

void TextTable::add(std::vector<std::string> cells) {
  assert(cells.size() == rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  constexpr std::size_t narrowest = 0;
  return api::format_table(rows_, narrowest);
}

}  // namespace podreel::cli
