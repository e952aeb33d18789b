// Tables of a page that hold what was seen in clusters against what podreel tells.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::testing {

/// Up to numbers: UIDs, durations, quantities, how often an event was seen.
[[nodiscard]] bool says_the_same(std::string_view seen, std::string_view reported);

/// Pairs what was seen with what is told, in the order of both: a row for each pair, and one for each line that is
/// alone. "| `seen` | = | `reported` |"
[[nodiscard]] std::vector<std::string> paired_rows(const std::vector<std::string>& seen,
                                                   const std::vector<std::string>& reported);

struct PageTable {
  /// The block of YAML above, without its fence.
  std::string scenario{};
  /// "1.26", "1.30": from the head "| seen … | | podreel 1.26, 1.30 |".
  std::vector<std::string> releases{};
  std::vector<std::string> seen{};
  /// Where its rows begin and end among the page's lines.
  std::size_t begin = 0;
  std::size_t end = 0;
  /// What is said below it of differences, up to the next scenario.
  bool explains_differences = false;
};

[[nodiscard]] std::vector<PageTable> tables_of(const std::vector<std::string>& page);

}  // namespace podreel::testing
