// Times of events that come periodically.
#pragma once

#include <vector>

namespace podreel::testing {

/// Returns times from `first` on, `period` apart, in seconds.
inline std::vector<double> every(double period, double first, int count) {
  std::vector<double> times;
  for (int index = 0; index < count; ++index) times.push_back(first + period * index);
  return times;
}

}  // namespace podreel::testing
