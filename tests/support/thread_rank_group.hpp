// Processes that share work, played by threads.
#pragma once

#include <cstddef>
#include <functional>

#include "scenarios/parallel/rank_group.hpp"

namespace podreel::testing {

/// Calls `work` as each of so many peers, all at once.
void as_rank_group(std::size_t count, const std::function<void(parallel::RankGroup&)>& work);

}  // namespace podreel::testing
