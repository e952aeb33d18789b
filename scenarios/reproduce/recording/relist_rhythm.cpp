#include "scenarios/reproduce/recording/relist_rhythm.hpp"

#include <algorithm>
#include <cmath>

#include "engine/timing/table.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"

namespace podreel::reproduce {

namespace {

/// Returns the rhythm of those lists that may be relists: a kubelet does not relist again within the period.
std::optional<RelistRhythm> rhythm_of_lists(const std::vector<double>& lists) {
  const double shortest = 0.999 * format::in_seconds(timing::relist_period);
  constexpr double longest = 1.5;
  double sum = 0;
  std::size_t count = 0;
  double last = 0;
  for (const double list : lists) {
    const double pause = list - last;
    if (last > 0 && pause < shortest) continue;
    if (last > 0 && pause < longest) {
      sum += pause;
      ++count;
    }
    last = list;
  }
  if (count == 0) return std::nullopt;
  return RelistRhythm{.first = lists.front(), .period = sum / static_cast<double>(count)};
}

std::optional<RelistRhythm> rhythm_of_events(const std::vector<double>& events) {
  constexpr double step = 0.00025;
  constexpr int steps = 80;
  if (events.size() < 2) return std::nullopt;
  Cluster best;
  RelistRhythm rhythm;
  for (int index = 1; index <= steps; ++index) {
    const double period = format::in_seconds(timing::relist_period) + step * index;
    const Cluster found = largest_cluster(events, period);
    if (found.size <= best.size) continue;
    best = found;
    const double relist = found.middle - median_of(timing::relist_inspection.distribution);
    rhythm = {.first = until_tick(0, relist, period), .period = period};
  }
  return rhythm;
}

}  // namespace

Cluster largest_cluster(const std::vector<double>& events, double period) {
  constexpr double width = 0.008;
  std::vector<double> times;
  for (const double event : events) times.push_back(std::fmod(event, period));
  std::ranges::sort(times);
  const std::size_t count = times.size();
  for (std::size_t index = 0; index < count; ++index) times.push_back(times[index] + period);
  Cluster largest;
  for (std::size_t begin = 0, end = 0; begin < count; ++begin) {
    while (end < begin + count && times[end] - times[begin] < width) ++end;
    if (end - begin > largest.size) largest = {end - begin, times[begin + (end - begin) / 2]};
  }
  return largest;
}

std::optional<RelistRhythm> relist_rhythm(const KubeletTicks& kubelet) {
  return kubelet.lists.empty() ? rhythm_of_events(kubelet.relist_events) : rhythm_of_lists(kubelet.lists);
}

}  // namespace podreel::reproduce
