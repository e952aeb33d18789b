#include "tools/text/text_table.hpp"

#include <utility>

#include "engine/api/table.hpp"
#include "engine/invariant.hpp"

namespace podreel::cli {

void TextTable::add(std::vector<std::string> cells) {
  PODREEL_INVARIANT(cells.size() == rows_.front().size(), "every row of a table has as many cells as its header");
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(bool has_header) const {
  constexpr std::size_t narrowest = 0;
  if (has_header) return api::format_table(rows_, narrowest);
  return rows_.size() == 1 ? std::string{} : api::format_table({rows_.begin() + 1, rows_.end()}, narrowest);
}

}  // namespace podreel::cli
