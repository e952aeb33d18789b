// Looks for the seed, or the seed and the choices, under which a scenario tells a recorded timeline.
#pragma once

#include "scenarios/reproduce/recording/recording.hpp"
#include "scenarios/reproduce/search.hpp"

namespace podreel::reproduce {

/// How many seeds, from 1 on, are tried before choices are.
inline constexpr std::uint64_t seeds_tried = 64;

struct ChoicesFound {
  /// The one that comes farthest; it tells the recording if it has no difference.
  ReplayAttempt nearest;
  std::size_t runs = 0;
};

/// Seeds first. Then it begins with the seeds that come farthest and changes a few choices at a time, mostly of those
/// that were taken shortly before the timelines part; what parts later, or not sooner with more in common, is kept. Of
/// what was found, the choices that are not needed are left out. Takes the same course for the same recording and
/// budget, whose `work` does not count.
[[nodiscard]] ChoicesFound search_choices(const Recording& recording, const Budget& budget);

}  // namespace podreel::reproduce
