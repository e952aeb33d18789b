#include "tools/timeline/timeline_diff.hpp"

#include <algorithm>
#include <cstdint>

namespace podreel::cli {

namespace {

using Lines = std::vector<TimelineLine>;

/// A table of this many cells takes a quarter of a gigabyte.
constexpr std::size_t max_cells = 64'000'000;

/// The middle of two timelines, between what both begin and end with.
struct Middle {
  std::size_t begin = 0;
  std::size_t left_end = 0;
  std::size_t right_end = 0;

  [[nodiscard]] std::size_t rows() const noexcept { return left_end - begin; }
  [[nodiscard]] std::size_t columns() const noexcept { return right_end - begin; }
};

Middle middle_of(const Lines& left, const Lines& right) {
  Middle middle{0, left.size(), right.size()};
  const std::size_t shorter = std::min(left.size(), right.size());
  while (middle.begin < shorter && left[middle.begin] == right[middle.begin]) ++middle.begin;
  while (middle.left_end > middle.begin && middle.right_end > middle.begin &&
         left[middle.left_end - 1] == right[middle.right_end - 1]) {
    --middle.left_end;
    --middle.right_end;
  }
  return middle;
}

/// Lengths of the longest common subsequences of all ends of the middle.
class Lengths {
 public:
  Lengths(const Lines& left, const Lines& right, const Middle& middle)
      : columns_{middle.columns() + 1}, lengths_((middle.rows() + 1) * columns_) {
    for (std::size_t row = middle.rows(); row-- > 0;) {
      for (std::size_t column = middle.columns(); column-- > 0;) {
        const bool same = left[middle.begin + row] == right[middle.begin + column];
        lengths_[row * columns_ + column] =
            same ? at(row + 1, column + 1) + 1 : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
  }
  [[nodiscard]] std::uint32_t at(std::size_t row, std::size_t column) const {
    return lengths_[row * columns_ + column];
  }

 private:
  std::size_t columns_;
  std::vector<std::uint32_t> lengths_;
};

void append_matched(std::vector<DiffRow>& rows, const Lines& left, const Lines& right, const Middle& middle) {
  const Lengths lengths{left, right, middle};
  std::size_t row = 0;
  std::size_t column = 0;
  while (row < middle.rows() && column < middle.columns()) {
    const TimelineLine& here = left[middle.begin + row];
    const TimelineLine& there = right[middle.begin + column];
    if (here == there) {
      rows.push_back({&here, &there});
      ++row;
      ++column;
    } else if (lengths.at(row + 1, column) >= lengths.at(row, column + 1)) {
      rows.push_back({&here, nullptr});
      ++row;
    } else {
      rows.push_back({nullptr, &there});
      ++column;
    }
  }
  for (; row < middle.rows(); ++row) rows.push_back({&left[middle.begin + row], nullptr});
  for (; column < middle.columns(); ++column) rows.push_back({nullptr, &right[middle.begin + column]});
}

void append_unmatched(std::vector<DiffRow>& rows, const Lines& left, const Lines& right, const Middle& middle) {
  for (std::size_t line = middle.begin; line < middle.left_end; ++line) rows.push_back({&left[line], nullptr});
  for (std::size_t line = middle.begin; line < middle.right_end; ++line) rows.push_back({nullptr, &right[line]});
}

}  // namespace

std::vector<DiffRow> align(const Lines& left, const Lines& right) {
  const Middle middle = middle_of(left, right);
  std::vector<DiffRow> rows;
  for (std::size_t line = 0; line < middle.begin; ++line) rows.push_back({&left[line], &right[line]});
  const bool fits = (middle.rows() + 1) * (middle.columns() + 1) <= max_cells;
  (fits ? append_matched : append_unmatched)(rows, left, right, middle);
  for (std::size_t line = 0; middle.left_end + line < left.size(); ++line) {
    rows.push_back({&left[middle.left_end + line], &right[middle.right_end + line]});
  }
  return rows;
}

std::optional<std::size_t> first_divergence(const std::vector<DiffRow>& rows) {
  const auto divergence = std::ranges::find_if(rows, [](const DiffRow& row) { return !row.is_same(); });
  if (divergence == rows.end()) return std::nullopt;
  return static_cast<std::size_t>(divergence - rows.begin());
}

}  // namespace podreel::cli
