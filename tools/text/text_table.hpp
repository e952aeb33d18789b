// Columns as kubectl prints them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace podreel::cli {

/// Rows of cells under a header; columns are as wide as their widest cell and parted by three spaces. The last column
/// is not padded. Cells are UTF-8 and may carry terminal colour sequences, which take no room.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

  /// As many cells as the header has.
  void add(std::vector<std::string> cells);

  /// All lines, each ended by a line feed.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace podreel::cli
