// Return of freed memory to the system.
#pragma once

namespace podreel::serve {

/// Makes the allocator return freed memory to the system within seconds, also if the process is idle. Without effect
/// for allocators other than jemalloc.
void return_freed_memory() noexcept;

}  // namespace podreel::serve
