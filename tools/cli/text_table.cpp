#include "tools/cli/text_table.hpp"

#include <algorithm>
#include <cassert>

namespace podreel::cli {

namespace {

constexpr std::size_t gap = 3;

bool continues_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  assert(cells.size() == rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      text += row[i];
      text.append(widths[i] - display_width(row[i]) + gap, ' ');
    }
    text += row.back() + '\n';
  }
  return text;
}

std::size_t display_width(const std::string& text) {
  std::size_t width = 0;
  bool in_sequence = false;
  for (const char byte : text) {
    if (byte == '\x1b') in_sequence = true;
    if (!in_sequence && !continues_code_point(byte)) ++width;
    if (in_sequence && byte == 'm') in_sequence = false;
  }
  return width;
}

}  // namespace podreel::cli
