// The model of the differences of two runs, for `podreel diff` and `podreel report`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/timeline/difference_causes.hpp"
#include "tools/timeline/difference_groups.hpp"
#include "tools/timeline/timeline_diff.hpp"
#include "tools/timeline/wording_groups.hpp"

namespace podreel::cli {

/// Lines that the further replays of a comparison may produce: other seeds, and inverted behaviours.
inline constexpr std::size_t comparison_budget = 100'000;
inline constexpr std::size_t full_comparison_budget = 3'000'000;

/// One run of a comparison. Its timeline must ignore wording.
struct ComparedRun {
  const format::Scenario& scenario;
  const ComparableTimelineSink& timeline;
};

/// Differences of two runs. It refers to their timelines.
struct RunComparison {
  const ComparableTimelineSink* left = nullptr;
  const ComparableTimelineSink* right = nullptr;
  /// Both timelines, matched without regard to wording and times.
  std::vector<DiffRow> rows{};
  /// Differences in texts and fields only.
  WordingDifferences wording{};
  /// Differences in what is done, in order.
  std::vector<DifferenceGroup> groups{};
  DifferenceCauses causes{};
  /// Number of seeds with which each scenario was replayed to find the jitter of its times and numbers. With 1, the
  /// runs were compared as they are, and times were ignored.
  std::size_t seeds = 1;
  /// Whether the budget was too small to find jitter and causes.
  bool is_limited = false;
  /// Number of rows that are in one run only, but belong to no group: other seeds have them, too.
  std::size_t jitter_rows = 0;

  /// Returns the first difference: that of the first group, otherwise the first row that is in one run only. Both
  /// sides are null if there is none.
  [[nodiscard]] DiffRow first() const;

  /// Returns the reasons of one side's kubelet that the other side's kubelet does not have: in the sync at the first
  /// difference, or in the next sync of that pod.
  [[nodiscard]] std::vector<std::string> reasons(bool of_left) const;

  /// Returns whether the first difference is one of order: both runs have its line.
  [[nodiscard]] bool is_reordered() const {
    return seeds == 1 && !groups.empty() && groups.front().left_count == groups.front().right_count;
  }

  /// Returns whether the runs do the same, apart from texts and fields.
  [[nodiscard]] bool does_same() const { return first().left == nullptr && first().right == nullptr; }
};

/// Compares the runs. If more than the seed differs, it replays each scenario with other seeds, and with single
/// behaviours inverted, as far as `budget` allows.
[[nodiscard]] RunComparison compare_runs(const ComparedRun& left, const ComparedRun& right,
                                         std::size_t budget = comparison_budget);

}  // namespace podreel::cli
