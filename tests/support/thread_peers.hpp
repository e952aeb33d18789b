// Processes that share work, played by threads.
#pragma once

#include <cstddef>
#include <functional>

#include "scenarios/parallel/peers.hpp"

namespace podreel::testing {

/// Calls `work` as each of so many peers, all at once.
void as_peers(std::size_t count, const std::function<void(parallel::Peers&)>& work);

}  // namespace podreel::testing
