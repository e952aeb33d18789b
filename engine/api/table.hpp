// Tables as kubectl prints them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace podreel::api {

/// Columns as wide as their widest cell (in characters) and three blanks, at least six; the last one is not padded.
/// All rows, the first being the header, have the same number of cells. Every line ends in a line feed.
[[nodiscard]] std::string format_table(const std::vector<std::vector<std::string>>& rows);

/// A table of which the rows come one after another, as `kubectl get --watch` prints it: a cell that is too wide for
/// its column widens that column from there on.
class GrowingTable {
 public:
  /// Makes room for a row that is still to come.
  void widen(const std::vector<std::string>& cells);
  /// The row as a line that ends in a line feed.
  [[nodiscard]] std::string line(const std::vector<std::string>& cells);

 private:
  std::vector<std::size_t> widths_;
};

}  // namespace podreel::api
