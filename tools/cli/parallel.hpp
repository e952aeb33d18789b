// Work that is done on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace podreel::cli {

/// Calls `work` with each index below `count`, on `jobs` threads. Once one of them has thrown no more are begun, and
/// one of the exceptions is thrown again when all have ended.
void for_each_index(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work);

}  // namespace podreel::cli
