// The observation at about the time of something else.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace podreel::reproduce {

/// Returns the observation nearest to `at`, of two that are as near the earlier one; null if none is at most `within`
/// seconds away. `by_time`: in the order of their times, `time_of`, in seconds.
template <class Observed, class Time>
[[nodiscard]] const Observed* nearest_in_time(const std::vector<const Observed*>& by_time, double at, double within,
                                              Time time_of) {
  const auto later = std::ranges::lower_bound(by_time, at, {}, time_of);
  const Observed* before = later == by_time.begin() ? nullptr : later[-1];
  const Observed* after = later == by_time.end() ? nullptr : *later;
  const auto distance = [&](const Observed* observed) { return std::abs(observed->*time_of - at); };
  const bool is_after = before == nullptr || (after != nullptr && distance(after) < distance(before));
  const Observed* nearest = is_after ? after : before;
  return nearest == nullptr || distance(nearest) > within ? nullptr : nearest;
}

}  // namespace podreel::reproduce
