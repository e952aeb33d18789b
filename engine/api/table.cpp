#include "engine/api/table.hpp"

#include <algorithm>
#include <utf8cpp/utf8.h>

namespace podreel::api {

namespace {

std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(utf8::unchecked::distance(cell.begin(), cell.end()));
}

std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t narrowest = 6;
  constexpr std::size_t padding = 3;
  std::vector<std::size_t> widths(rows.front().size(), narrowest);
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], width_of(row[column]) + padding);
    }
  }
  return widths;
}

}  // namespace

std::string format_table(const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return "";
  const std::vector<std::size_t> widths = column_widths(rows);
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t column = 0; column + 1 < row.size(); ++column) {
      text += row[column];
      text.append(widths[column] - width_of(row[column]), ' ');
    }
    text += row.back() + "\n";
  }
  return text;
}

}  // namespace podreel::api
