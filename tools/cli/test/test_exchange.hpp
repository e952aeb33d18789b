// Exchange of outcomes among processes that divide the runs among themselves.
#pragma once

#include <cstddef>
#include <vector>

#include "scenarios/parallel/rank_group.hpp"
#include "tools/cli/test/test_runner.hpp"

namespace podreel::cli {

/// Returns the outcomes of all runs. `outcomes` are those of this process, which did the runs `done`. Throws
/// std::runtime_error if the outcomes of another process cannot be read.
[[nodiscard]] std::vector<TestOutcome> exchanged(std::vector<TestOutcome> outcomes,
                                                 const std::vector<std::size_t>& done, parallel::RankGroup& rank_group);

}  // namespace podreel::cli
