// Runs with one seed, as it draws and as a recording shows.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "scenarios/reproduce/recording/recording.hpp"

namespace podreel::reproduce {

/// Whether the first one diverges later from the recording, or not earlier with more in common, or not at all.
[[nodiscard]] bool is_nearer(const ReplayAttempt& one, const ReplayAttempt& other);

/// Returns the attempts up to the first that reproduces the recording: one as the seed draws, and then as the recording
/// shows (attempt_recorded_phases), again from each attempt that is nearer than the one before, since more of its
/// choices correspond to what was recorded. `should_continue` is asked before each but the first.
[[nodiscard]] std::vector<ReplayAttempt> seed_attempts(const Recording& recording, std::uint64_t seed,
                                                       const std::function<bool()>& should_continue = {});

}  // namespace podreel::reproduce
