// Rows of text: words, and cells below a header.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// Without blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Takes a word off the front; blanks are spaces and tabs.
[[nodiscard]] std::string_view next_word(std::string_view& text);

/// A whole number and nothing else; nothing where it is beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> cell_number(std::string_view text);

/// The columns of a table, as its header names and places them.
class Columns {
 public:
  Columns() = default;
  /// Two blanks or a tab part columns.
  explicit Columns(std::string_view header);

  /// Names are upper-case and without blanks: "LASTSEEN".
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] bool empty() const noexcept { return columns_.empty(); }
  /// What stands below each; a cell belongs to the column that it is nearest to, the last one has the rest of the line.
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
