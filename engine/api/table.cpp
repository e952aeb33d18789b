#include "engine/api/table.hpp"

#include <algorithm>
#include <utf8cpp/utf8.h>

namespace podreel::api {

namespace {

std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(utf8::unchecked::distance(cell.begin(), cell.end()));
}

}  // namespace

void GrowingTable::widen(const std::vector<std::string>& cells) {
  constexpr std::size_t narrowest = 6;
  constexpr std::size_t padding = 3;
  widths_.resize(std::max(widths_.size(), cells.size()), narrowest);
  for (std::size_t column = 0; column < cells.size(); ++column) {
    widths_[column] = std::max(widths_[column], width_of(cells[column]) + padding);
  }
}

std::string GrowingTable::line(const std::vector<std::string>& cells) {
  widen(cells);
  std::string text;
  for (std::size_t column = 0; column + 1 < cells.size(); ++column) {
    text += cells[column];
    text.append(widths_[column] - width_of(cells[column]), ' ');
  }
  return text + cells.back() + "\n";
}

std::string format_table(const std::vector<std::vector<std::string>>& rows) {
  GrowingTable table;
  for (const std::vector<std::string>& row : rows) table.widen(row);
  std::string text;
  for (const std::vector<std::string>& row : rows) text += table.line(row);
  return text;
}

}  // namespace podreel::api
