// The timelines that real kubelets left, and podreel's attempts at them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/language/scenario.hpp"
#include "tests/support/timeline_comparison.hpp"

namespace podreel::testing {

struct RecordedTimeline {
  /// "1.28.0-a/02p": the run of a kubelet, and the scenario.
  std::string id;
  language::Scenario scenario;
  Sequences sequences;
};

/// The ids of all recordings whose scenario is there, in order. `folder` has the folders "scenarios" and "recorded".
[[nodiscard]] std::vector<std::string> recorded_timelines(const std::filesystem::path& folder);

/// Throws std::runtime_error if there is none of that id.
[[nodiscard]] RecordedTimeline read_recorded_timeline(const std::filesystem::path& folder, const std::string& id);

/// One run of the scenario.
struct Attempt {
  std::uint64_t seed = 1;
  /// Taken in place of what the seed says.
  std::vector<sim::Choice> choices;
  /// Nothing: the recording was told.
  std::optional<Difference> difference;
  /// All that were taken.
  std::vector<sim::Choice> taken;
};
[[nodiscard]] Attempt attempt(const RecordedTimeline& recording, std::uint64_t seed,
                              std::vector<sim::Choice> choices = {});

/// How many seeds, from 1 on, are to tell a recording.
inline constexpr std::uint64_t timeline_seeds = 64;

/// Nothing if one of the seeds tells the recording; else the attempt that came farthest.
[[nodiscard]] std::optional<Attempt> farthest_miss(const RecordedTimeline& recording);

/// What podreel tells of the recording's scenario under `seed`, as if that had been recorded.
[[nodiscard]] RecordedTimeline told_by_podreel(const RecordedTimeline& recording, std::uint64_t seed);

/// How many choices are taken until `seconds` after the scenario's begin.
[[nodiscard]] std::size_t choices_until(const RecordedTimeline& recording, const Attempt& attempt, double seconds);

}  // namespace podreel::testing
