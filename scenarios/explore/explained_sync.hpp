// Explanation of the sync that violated an invariant.
#pragma once

#include <string>
#include <vector>

#include "scenarios/explore/watched_run.hpp"

namespace podreel::explore {

/// Returns the trigger, decisions and reasons of the last sync that began by `at`, one sentence each; empty if there
/// was none. The run must have been made with `explain`.
[[nodiscard]] std::vector<std::string> explained_sync(const WatchedRun& run, sim::Duration at);

}  // namespace podreel::explore
