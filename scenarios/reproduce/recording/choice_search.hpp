// Searches the seed, or the seed and the choices, with which a scenario reproduces a recorded timeline.
#pragma once

#include "scenarios/reproduce/recording/recording.hpp"
#include "scenarios/reproduce/search.hpp"

namespace podreel::reproduce {

/// Number of seeds, from 1 on, that are tried before choices.
inline constexpr std::uint64_t seeds_tried = 64;

struct ChoicesFound {
  /// The closest attempt; it reproduces the recording if it has no difference.
  ReplayAttempt nearest;
  /// All choices that its run overrides: those of the recording's scenario, and its own.
  std::vector<sim::Choice> choices;
  std::size_t runs = 0;
};

/// Tries seeds first, each also as the recording shows (seed_attempts). Then changes a few
/// choices at a time, starting from the attempts that diverge last, and mostly choices shortly before the divergence.
/// Keeps a change if the timelines diverge later, or not earlier with more in common. Finally leaves out choices that
/// are not needed. Deterministic for a recording and a budget, whose `work` does not count.
[[nodiscard]] ChoicesFound search_choices(const Recording& recording, const Budget& budget);

}  // namespace podreel::reproduce
