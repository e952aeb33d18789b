#include "engine/api/table.hpp"

#include <algorithm>

namespace podreel::api {

namespace {

bool continues_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

std::size_t width_of(const std::string& cell) {
  std::size_t width = 0;
  bool in_sequence = false;
  for (const char byte : cell) {
    if (byte == '\x1b') in_sequence = true;
    if (!in_sequence && !continues_code_point(byte)) ++width;
    if (in_sequence && byte == 'm') in_sequence = false;
  }
  return width;
}

}  // namespace

void GrowingTable::widen(const std::vector<std::string>& cells) {
  constexpr std::size_t padding = 3;
  widths_.resize(std::max(widths_.size(), cells.size()), narrowest_);
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

std::string format_table(const std::vector<std::vector<std::string>>& rows, std::size_t narrowest) {
  GrowingTable table{narrowest};
  for (const std::vector<std::string>& row : rows) table.widen(row);
  std::string text;
  for (const std::vector<std::string>& row : rows) text += table.line(row);
  return text;
}

}  // namespace podreel::api
