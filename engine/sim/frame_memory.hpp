// Memory for what lives from one event to another: coroutine frames and large callbacks.
#pragma once

#include <cstddef>

namespace podreel::sim {

/// Memory of `size` bytes, aligned for every fundamental type. What was freed on this thread is used again, so that a
/// coroutine costs no call of the allocator. Throws std::bad_alloc.
[[nodiscard]] void* allocate_frame(std::size_t size);

/// `size` as it was asked for.
void free_frame(void* memory, std::size_t size) noexcept;

}  // namespace podreel::sim
