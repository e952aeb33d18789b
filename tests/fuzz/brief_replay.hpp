// A replay that ends early where it would take long, held against what holds of every timeline.
#pragma once

#include <cstddef>
#include <string>

#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::fuzz {

struct BriefReplay {
  /// All records, a line each, as `podreel run -o jsonl` prints them.
  std::string timeline;
  /// The first record that tells a negative span; empty if none does.
  std::string negative_span;
  /// Nothing more was replayed after so many instants.
  bool is_cut_off = false;
};

/// Replays at most so many instants, with everything that `run`, `test` and `report` make of them: all forms of the
/// timeline, the pods as kubectl prints them, and the verdicts.
[[nodiscard]] BriefReplay replay_briefly(const format::Scenario& scenario, std::size_t max_instants,
                                         simulation::ReplayOptions options = {});

}  // namespace podreel::fuzz
