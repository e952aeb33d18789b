// Outcomes of runs that several processes have shared out among themselves.
#pragma once

#include <cstddef>
#include <vector>

#include "scenarios/parallel/peers.hpp"
#include "tools/cli/test/test_runner.hpp"

namespace podreel::cli {

/// Of all runs. `outcomes` are those of this process, which has done the runs `done`. Throws std::runtime_error if what
/// another process tells cannot be read.
[[nodiscard]] std::vector<TestOutcome> exchanged(std::vector<TestOutcome> outcomes,
                                                 const std::vector<std::size_t>& done, parallel::Peers& peers);

}  // namespace podreel::cli
