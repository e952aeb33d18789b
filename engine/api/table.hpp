// Tables as kubectl prints them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace podreel::api {

/// A table of which the rows come one after another, as `kubectl get --watch` prints it: a cell that is too wide for
/// its column widens that column from there on.
class GrowingTable {
 public:
  /// kubectl's columns have at least six characters.
  explicit GrowingTable(std::size_t narrowest = 6) noexcept : narrowest_{narrowest} {}

  /// Makes room for a row that is still to come.
  void widen(const std::vector<std::string>& cells);
  /// The row as a line that ends in a line feed.
  [[nodiscard]] std::string line(const std::vector<std::string>& cells);

 private:
  std::size_t narrowest_;
  std::vector<std::size_t> widths_;
};

/// Columns as wide as their widest cell and three blanks, at least `narrowest`; the last one is not padded. Cells are
/// measured in characters: colour sequences of terminals take no room. All rows, the first being the header, have the
/// same number of cells. Every line ends in a line feed.
[[nodiscard]] std::string format_table(const std::vector<std::vector<std::string>>& rows, std::size_t narrowest = 6);

}  // namespace podreel::api
