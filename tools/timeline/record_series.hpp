// Series of records that repeat: the same line, except for numbers of attempts and restarts.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tools/timeline/timeline_lines.hpp"

namespace podreel::cli {

/// Identifies a series within a run; equal in other runs.
struct SeriesName {
  std::string pod;
  std::string who;
  /// `what` and `why` of the lines, with "N" for numbers of attempts and restarts.
  std::string what;
  std::string why;
  friend auto operator<=>(const SeriesName&, const SeriesName&) = default;
};

[[nodiscard]] SeriesName series_of(const TimelineLine& line);

/// Indices of the lines of each series, in order.
using SeriesLines = std::map<SeriesName, std::vector<std::size_t>>;
[[nodiscard]] SeriesLines series_lines(const std::vector<TimelineLine>& lines);

/// Times of the lines of each series, in order.
using SeriesTimes = std::map<SeriesName, std::vector<sim::Duration>>;
[[nodiscard]] SeriesTimes series_times(const std::vector<TimelineLine>& lines);

}  // namespace podreel::cli
