// A timeline that was recorded, and runs of its scenario held against it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/reproduce/recording/timeline_comparison.hpp"

namespace podreel::reproduce {

struct Recording {
  /// With measured timing, for whoever was recorded took their time; its kubelet reports the node's status where that
  /// of the recording does.
  language::Scenario scenario;
  ComparableTimeline timeline;
  /// Its records say whose they are (is_in_detail).
  bool in_detail = false;
  Compared compared{};
};

/// `records` as `podreel run -o jsonl` writes them, at least one. Where they end before the scenario does, what comes
/// behind their end is not compared.
[[nodiscard]] Recording recording_of(language::Scenario scenario, const std::vector<nlohmann::json>& records,
                                     Compared compared = {});

/// One run of the scenario.
struct ReplayAttempt {
  std::uint64_t seed = 1;
  /// Taken in place of what the seed says.
  std::vector<sim::Choice> choices;
  /// Nothing: the recording was told.
  std::optional<Difference> difference;
  /// All that were taken.
  std::vector<sim::Choice> taken;
};
[[nodiscard]] ReplayAttempt attempt_replay(const Recording& recording, std::uint64_t seed,
                                           std::vector<sim::Choice> choices = {});

/// What a run under `seed` tells, as if that had been recorded.
[[nodiscard]] ComparableTimeline told_timeline(const Recording& recording, std::uint64_t seed,
                                               const std::vector<sim::Choice>& choices = {});

/// How many choices are taken until `seconds` after the scenario's begin.
[[nodiscard]] std::size_t choices_until(const Recording& recording, const ReplayAttempt& attempt, double seconds);

}  // namespace podreel::reproduce
