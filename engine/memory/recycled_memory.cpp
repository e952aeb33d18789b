#include "engine/memory/recycled_memory.hpp"

namespace podreel::memory {

namespace {

/// Bytes of each size: enough for the pods of a node, if all work at once.
#if defined(PODREEL_MEMORY_KEPT_MAX)
constexpr std::size_t kept_max = PODREEL_MEMORY_KEPT_MAX;
#else
constexpr std::size_t kept_max = std::size_t{1} << 16U;
#endif

}  // namespace

constinit thread_local FreeMemory free_memory{};

/// Gives back what its thread has kept.
class EndOfThread {
 public:
  EndOfThread() noexcept = default;
  EndOfThread(const EndOfThread&) = delete;
  EndOfThread& operator=(const EndOfThread&) = delete;
  ~EndOfThread() { free_memory.end(); }
};

void* FreeMemory::allocate_new(std::size_t size) {
  const std::size_t index = class_of(size);
  return ::operator new(index < sizes ? size_of(index) : size);
}

void FreeMemory::free_at_last(void* memory, std::size_t index) noexcept {
  if (stage_ != Stage::unused || index >= sizes) return ::operator delete(memory);
  stage_ = Stage::in_use;
  thread_local const EndOfThread end_of_thread;
  for (std::size_t size = 0; size < sizes; ++size) {
    lists_[size].room = static_cast<std::uint32_t>(kept_max / size_of(size));
  }
  free(memory, size_of(index));
}

void FreeMemory::end() noexcept {
  // Memory that is freed while the thread ends is not kept.
  stage_ = Stage::ended;
  for (List& list : lists_) {
    list.room = 0;
    while (list.first != nullptr) ::operator delete(std::exchange(list.first, list.first->next));
  }
}

}  // namespace podreel::memory
