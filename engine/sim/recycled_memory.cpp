#include "engine/sim/recycled_memory.hpp"

#include <array>
#include <cstdint>
#include <new>
#include <utility>

namespace podreel::sim {

namespace {

constexpr std::size_t size_step = 16;
constexpr std::size_t sizes = 128;
/// The allocator's chunks have room for a size and so many steps.
constexpr std::size_t first_size = size_step / 2;
/// Bytes of each size: enough for the pods of a node, if all work at once.
#if defined(PODREEL_MEMORY_KEPT_MAX)
constexpr std::size_t kept_max = PODREEL_MEMORY_KEPT_MAX;
#else
constexpr std::size_t kept_max = std::size_t{1} << 16U;
#endif

/// The class of a size that is kept; `sizes` for larger ones.
constexpr std::size_t class_of(std::size_t size) noexcept {
  const std::size_t steps = (size + size_step - 1 - first_size) / size_step;
  return steps < sizes ? steps : sizes;
}

constexpr std::size_t size_of(std::size_t index) noexcept {
  return index * size_step + first_size;
}

class FreeMemory {
 public:
  constexpr FreeMemory() noexcept {
    for (std::size_t index = 0; index < sizes; ++index) {
      lists_[index].room = static_cast<std::uint32_t>(kept_max / size_of(index));
    }
  }
  FreeMemory(const FreeMemory&) = delete;
  FreeMemory& operator=(const FreeMemory&) = delete;
  ~FreeMemory() {
    for (List& list : lists_) {
      // What is freed while the thread ends is not kept any more.
      list.room = 0;
      while (list.first != nullptr) ::operator delete(take(list));
    }
  }

  [[nodiscard]] void* allocate(std::size_t size) {
    const std::size_t index = class_of(size);
    if (index == sizes) return ::operator new(size);
    List& list = lists_[index];
    if (list.first == nullptr) return ::operator new(size_of(index));
    ++list.room;
    return take(list);
  }

  void free(void* memory, std::size_t size) noexcept {
    const std::size_t index = class_of(size);
    if (index == sizes || lists_[index].room == 0) return ::operator delete(memory);
    List& list = lists_[index];
    list.first = ::new (memory) Free{list.first};
    --list.room;
  }

 private:
  struct Free {
    Free* next;
  };
  struct List {
    Free* first = nullptr;
    /// How many more are kept.
    std::uint32_t room = 0;
  };

  static void* take(List& list) noexcept { return std::exchange(list.first, list.first->next); }

  std::array<List, sizes> lists_{};
};

constinit thread_local FreeMemory free_memory;

}  // namespace

void* allocate_recycled(std::size_t size) {
  return free_memory.allocate(size);
}

void free_recycled(void* memory, std::size_t size) noexcept {
  free_memory.free(memory, size);
}

}  // namespace podreel::sim
