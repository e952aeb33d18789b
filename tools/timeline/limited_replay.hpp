// Replays for comparison, with a limit on the number of shown lines.
#pragma once

#include <cstddef>
#include <optional>

#include "scenarios/format/scenario.hpp"
#include "tools/timeline/record_series.hpp"

namespace podreel::cli {

/// Number of lines that further replays of a comparison may produce.
class LineBudget {
 public:
  explicit LineBudget(std::size_t lines) noexcept : left_{lines} {}

  [[nodiscard]] std::size_t left() const noexcept { return left_; }
  void take(std::size_t lines) noexcept { left_ -= lines < left_ ? lines : left_; }

 private:
  std::size_t left_;
};

/// Returns what a replay that gave this timeline takes from a budget.
[[nodiscard]] std::size_t replay_cost(const format::Scenario& scenario, const ComparableTimelineSink& timeline);

/// Replays the scenario for at most `length`, if any. Takes its lines from the budget. Returns no value if the budget
/// ends before the run, or if the run fails.
[[nodiscard]] std::optional<ComparableTimelineSink> replay_within(const format::Scenario& scenario,
                                                                  std::optional<sim::Duration> length,
                                                                  LineBudget& budget);

/// Returns only the series of the run, without fields and texts.
[[nodiscard]] std::optional<SeriesTimes> replay_series_within(const format::Scenario& scenario, LineBudget& budget);

}  // namespace podreel::cli
