// The timelines that real kubelets left, and podreel's attempts at them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/recording/choice_search.hpp"
#include "scenarios/reproduce/recording/recording.hpp"
#include "scenarios/reproduce/recording/seed_attempts.hpp"

namespace podreel::testing {

/// Folders of recordings below conformance/timeline: the first ones, and those of November 2026, each of which began
/// with a young kubelet.
inline constexpr std::string_view first_recordings = "recorded";
inline constexpr std::string_view november_recordings = "recorded-2026-11";
inline constexpr std::array all_recordings{first_recordings, november_recordings};

using reproduce::ComparableEvent;
using reproduce::ComparableTimeline;
using reproduce::Difference;
using reproduce::Sequences;

struct RecordedTimeline : reproduce::Recording {
  /// "1.28.0-a/02p": the run of a kubelet, and the scenario.
  std::string id;
};

/// The ids of all recordings in one of these folders whose scenario is there, in order. `folder` is
/// conformance/timeline.
[[nodiscard]] std::vector<std::string> recorded_timelines(const std::filesystem::path& folder,
                                                          std::string_view recordings);

/// All of them; under sanitizers, where each takes several times longer, a sample.
[[nodiscard]] std::vector<std::string> sample_of(std::vector<std::string> ids);

/// "1.28.0-a" of "1.28.0-a/02p".
[[nodiscard]] std::string run_of(const std::string& id);

/// Throws std::runtime_error if there is none of that id, UnreadableScenario if podreel cannot read its scenario
/// (recorded_scenario.hpp).
[[nodiscard]] RecordedTimeline read_recorded_timeline(const std::filesystem::path& folder, const std::string& id);

/// One run of the scenario.
using Attempt = reproduce::ReplayAttempt;
[[nodiscard]] Attempt attempt(const RecordedTimeline& recording, std::uint64_t seed,
                              std::vector<sim::Choice> choices = {});

/// Returns the attempt of a seed that reproduces the recording, as drawn or as the recording shows; if none does, the
/// one as drawn.
[[nodiscard]] Attempt attempt_seed(const reproduce::Recording& recording, std::uint64_t seed);

/// How many seeds, from 1 on, are to tell a recording.
inline constexpr std::uint64_t timeline_seeds = reproduce::seeds_tried;

/// Nothing if one of the first `seeds` reproduces the recording, as drawn or as the recording shows; else the attempt
/// as drawn that came farthest.
[[nodiscard]] std::optional<Attempt> farthest_miss(const RecordedTimeline& recording,
                                                   std::uint64_t seeds = timeline_seeds);

/// What podreel tells of the recording's scenario under `seed`, as if that had been recorded.
[[nodiscard]] RecordedTimeline reproduced_by_podreel(const RecordedTimeline& recording, std::uint64_t seed);

}  // namespace podreel::testing
