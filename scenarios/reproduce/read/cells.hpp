// Rows of text: words, and cells below a header.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/trimmed.hpp"

namespace podreel::reproduce {

using api::trimmed;

/// Removes and returns the first word; blanks are spaces and tabs.
[[nodiscard]] std::string_view next_word(std::string_view& text);

/// Parses a whole number of at most 64 bits; returns no value for other texts.
[[nodiscard]] std::optional<std::uint64_t> cell_number(std::string_view text);

/// Columns of a table, by the names and positions in its header.
class Columns {
 public:
  Columns() = default;
  /// Two blanks or a tab separate columns.
  explicit Columns(std::string_view header);

  /// Names are upper-case and without blanks: "LASTSEEN".
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] bool empty() const noexcept { return columns_.empty(); }
  /// Returns the cells by column. A cell belongs to the nearest column; the last column has the rest of the line.
  [[nodiscard]] std::map<std::string, std::string, std::less<>> cells(std::string_view row) const;

 private:
  struct Column {
    std::string name;
    std::size_t at = 0;
  };
  [[nodiscard]] std::size_t nearest(std::size_t at, std::size_t first) const;

  std::vector<Column> columns_;
};

}  // namespace podreel::reproduce
