// Two timelines side by side.
#pragma once

#include <optional>
#include <vector>

#include "tools/timeline/timeline_lines.hpp"

namespace podreel::cli {

/// A line of the one, of the other, or the same of both.
struct DiffRow {
  const TimelineLine* left = nullptr;
  const TimelineLine* right = nullptr;

  [[nodiscard]] bool is_same() const noexcept { return left != nullptr && right != nullptr; }
};

/// The lines of both, in their order, as many as possible of them matched: a longest common subsequence. Times do not
/// count. Beyond some ten thousand lines that differ, what follows the first difference is not matched any more.
[[nodiscard]] std::vector<DiffRow> align(const std::vector<TimelineLine>& left, const std::vector<TimelineLine>& right);

/// The first row in which the two part; nothing if they are the same.
[[nodiscard]] std::optional<std::size_t> first_divergence(const std::vector<DiffRow>& rows);

}  // namespace podreel::cli
