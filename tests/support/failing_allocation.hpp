// Memory that runs out.
#pragma once

#include <cstddef>
#include <functional>

namespace podreel::testing {

/// Runs `action`, in which the n-th allocation of this thread (1 is the first) throws std::bad_alloc. True if the
/// allocation was reached: whatever came of it, `action` has ended.
[[nodiscard]] bool survives_failure_of(std::size_t n, const std::function<void()>& action);

/// Repeats `action` with n = 1, 2, … until it ends without a failure; with every fifth where each takes several times
/// longer. About how many allocations it needed.
std::size_t sweep_allocation_failures(const std::function<void()>& action);

}  // namespace podreel::testing
