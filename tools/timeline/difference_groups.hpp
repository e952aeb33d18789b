// Differences in what two runs do, by series of records.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "tools/timeline/record_series.hpp"
#include "tools/timeline/timeline_diff.hpp"

namespace podreel::cli {

/// A series of records whose number or times differ; pods with the same difference are one group.
struct DifferenceGroup {
  SeriesName series;
  /// The lines of both runs at the first difference; null if a run has none there.
  const TimelineLine* left = nullptr;
  const TimelineLine* right = nullptr;
  /// Index of these lines in the series.
  std::size_t index = 0;
  /// Numbers of lines in the whole run.
  std::size_t left_count = 0;
  std::size_t right_count = 0;
  /// Whether the numbers differ; otherwise times or the order do.
  bool is_counted = false;
  /// Number of lines of both runs at other times.
  std::size_t moved = 0;
  /// Number of pods.
  std::size_t pods = 1;

  /// Time of the first difference.
  [[nodiscard]] sim::Duration at() const;
};

/// Ranges of the numbers and times of one run's series over several seeds. Samples must not be empty.
class SeedRange {
 public:
  explicit SeedRange(std::vector<SeriesTimes> samples) : samples_{std::move(samples)} {}

  struct Counts {
    std::size_t min = 0;
    std::size_t max = 0;
  };
  [[nodiscard]] Counts counts(const SeriesName& series) const;

  struct Times {
    sim::Duration min{};
    sim::Duration max{};
    /// Number of samples that have such a line.
    std::size_t samples = 0;
  };
  /// Returns the times of the line with that index in the series.
  [[nodiscard]] Times times(const SeriesName& series, std::size_t index) const;

 private:
  std::vector<SeriesTimes> samples_;
};

/// Difference of times below which they count as the same.
inline constexpr sim::Duration noticeable_difference{10'000'000};

/// Returns the series whose numbers or times differ in every pair of seeds, by the time of their first difference.
[[nodiscard]] std::vector<DifferenceGroup> group_differences(const std::vector<TimelineLine>& left,
                                                             const std::vector<TimelineLine>& right,
                                                             const SeedRange& left_range, const SeedRange& right_range);

/// Groups the rows that are in one run only, by the time of the first one: for runs that differ by their seed.
[[nodiscard]] std::vector<DifferenceGroup> group_rows(const std::vector<DiffRow>& rows,
                                                      const std::vector<TimelineLine>& left,
                                                      const std::vector<TimelineLine>& right);

}  // namespace podreel::cli
