#include "scenarios/reproduce/read/cells.hpp"

#include <algorithm>
#include <charconv>

#include "engine/api/ascii.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::string_view blanks = " \t\r";

struct Cell {
  std::string_view text;
  std::size_t at = 0;
};

/// Splits at two blanks or a tab.
std::vector<Cell> parted(std::string_view row) {
  std::vector<Cell> cells;
  std::size_t at = row.find_first_not_of(blanks);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min({row.find("  ", at), row.find('\t', at), row.size()});
    cells.push_back({trimmed(row.substr(at, end - at)), at});
    at = row.find_first_not_of(blanks, end);
  }
  return cells;
}

}  // namespace

std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

std::optional<std::uint64_t> cell_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Columns::Columns(std::string_view header) {
  for (const Cell& cell : parted(header)) {
    std::string name;
    for (const char letter : cell.text) {
      if (letter == ' ' || letter == '_') continue;
      name += api::is_lower(letter) ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    columns_.push_back({std::move(name), cell.at});
  }
}

bool Columns::has(std::string_view name) const {
  return std::ranges::find(columns_, name, &Column::name) != columns_.end();
}

std::size_t Columns::nearest(std::size_t at, std::size_t first) const {
  const auto distance = [at](const Column& column) { return column.at > at ? column.at - at : at - column.at; };
  return static_cast<std::size_t>(
      std::ranges::min_element(columns_.begin() + static_cast<std::ptrdiff_t>(first), columns_.end(), {}, distance) -
      columns_.begin());
}

std::map<std::string, std::string, std::less<>> Columns::cells(std::string_view row) const {
  std::map<std::string, std::string, std::less<>> found;
  std::size_t first = 0;
  const std::vector<Cell> parts = parted(row);
  const bool is_full = parts.size() >= columns_.size();
  for (std::size_t index = 0; index < parts.size() && first < columns_.size(); ++index) {
    const std::size_t column = is_full ? first : nearest(parts[index].at, first);
    const bool is_last = column + 1 == columns_.size();
    found[columns_[column].name] = is_last ? trimmed(row.substr(parts[index].at)) : parts[index].text;
    first = column + 1;
  }
  return found;
}

}  // namespace podreel::reproduce
