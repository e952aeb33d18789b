// Tables as kubectl prints them.
#pragma once

#include <string>
#include <vector>

namespace podreel::api {

/// Columns as wide as their widest cell (in characters) and three blanks, at least six; the last one is not padded.
/// All rows, the first being the header, have the same number of cells. Every line ends in a line feed.
[[nodiscard]] std::string format_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace podreel::api
