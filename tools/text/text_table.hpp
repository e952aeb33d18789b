// Tables in kubectl's format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace podreel::cli {

/// Rows of cells under a header. Columns are as wide as their widest cell and separated by three spaces; the last
/// column is not padded. Cells are UTF-8 and may contain terminal colour sequences, which have no width.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

  /// Adds a row with as many cells as the header.
  void add(std::vector<std::string> cells);

  /// Returns all lines, each ending in a line feed. Without the header, the widths of columns are those of the rows.
  [[nodiscard]] std::string text(bool has_header = true) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace podreel::cli
