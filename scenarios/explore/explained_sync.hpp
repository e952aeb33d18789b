// Why a kubelet did what broke an invariant.
#pragma once

#include <string>
#include <vector>

#include "scenarios/explore/watched_run.hpp"

namespace podreel::explorer {

/// What led to the last sync that began by `at`, what it decided and why, a sentence each; nothing if there was none.
/// The run must have been made with `explain`.
[[nodiscard]] std::vector<std::string> explained_sync(const WatchedRun& run, sim::Duration at);

}  // namespace podreel::explorer
