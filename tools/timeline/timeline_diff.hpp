// Two timelines side by side.
#pragma once

#include <optional>
#include <vector>

#include "tools/timeline/told_timeline.hpp"

namespace podreel::cli {

/// A line of the one, of the other, or the same of both.
struct DiffRow {
  const ToldLine* left = nullptr;
  const ToldLine* right = nullptr;

  [[nodiscard]] bool is_same() const noexcept { return left != nullptr && right != nullptr; }
};

/// The lines of both, in their order, as many as possible of them matched: a longest common subsequence. Times do not
/// count. Beyond some ten thousand lines that differ, what follows the first difference is not matched any more.
[[nodiscard]] std::vector<DiffRow> align(const std::vector<ToldLine>& left, const std::vector<ToldLine>& right);

/// The first row in which the two part; nothing if they are the same.
[[nodiscard]] std::optional<std::size_t> first_parting(const std::vector<DiffRow>& rows);

}  // namespace podreel::cli
