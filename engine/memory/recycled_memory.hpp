// Memory for what comes and goes: coroutine frames, large callbacks, and the lists, texts and objects that an event
// leaves to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace podreel::memory {

/// Memory that a thread has freed, by size.
class FreeMemory {
 public:
  [[nodiscard]] void* allocate(std::size_t size) {
    const std::size_t index = class_of(size);
    if (index >= sizes || lists_[index].first == nullptr) return allocate_new(size);
    List& list = lists_[index];
    ++list.room;
    return std::exchange(list.first, list.first->next);
  }

  void free(void* memory, std::size_t size) noexcept {
    const std::size_t index = class_of(size);
    if (index >= sizes || lists_[index].room == 0) return free_at_last(memory, index);
    List& list = lists_[index];
    list.first = ::new (memory) Free{list.first};
    --list.room;
  }

 private:
  friend class EndOfThread;

  struct Free {
    Free* next;
  };
  struct List {
    Free* first = nullptr;
    /// Number of further blocks that are kept.
    std::uint32_t room = 0;
  };
  enum class Stage : std::uint8_t { unused, in_use, ended };

  static constexpr std::size_t size_step = 16;
  static constexpr std::size_t sizes = 128;
  /// Smallest size. Like the room in the allocator's chunks, each size is this plus a multiple of the step.
  static constexpr std::size_t first_size = size_step / 2;

  /// The class of a size that is kept; `sizes` or more for larger ones.
  [[nodiscard]] static constexpr std::size_t class_of(std::size_t size) noexcept {
    return (size + size_step - 1 - first_size) / size_step;
  }
  [[nodiscard]] static constexpr std::size_t size_of(std::size_t index) noexcept {
    return index * size_step + first_size;
  }

  [[nodiscard]] static void* allocate_new(std::size_t size);
  /// Unless this is the first memory that the thread frees.
  void free_at_last(void* memory, std::size_t index) noexcept;
  void end() noexcept;

  std::array<List, sizes> lists_{};
  Stage stage_ = Stage::unused;
};

/// Zero from the start, and without a destructor, so that a thread finds it without asking.
extern constinit thread_local FreeMemory free_memory;

/// Memory of `size` bytes, aligned for every fundamental type. What was freed on this thread is used again, for about a
/// fifth of what the allocator takes. Throws std::bad_alloc.
[[nodiscard]] inline void* allocate_recycled(std::size_t size) {
  return free_memory.allocate(size);
}

/// `size` as requested.
inline void free_recycled(void* memory, std::size_t size) noexcept {
  free_memory.free(memory, size);
}

/// The allocator of containers and shared objects on such memory.
template <class T>
struct Recycler {
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  using value_type = T;

  Recycler() noexcept = default;
  template <class Other>
  Recycler(const Recycler<Other>& /*other*/) noexcept {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(allocate_recycled(count * item_size)); }
  void deallocate(T* memory, std::size_t count) noexcept { free_recycled(memory, count * item_size); }

  friend bool operator==(const Recycler&, const Recycler&) noexcept { return true; }

 private:
  static constexpr std::size_t item_size = sizeof(T);  // NOLINT(bugprone-sizeof-expression): pointers are items, too
};

template <class T>
using RecycledVector = std::vector<T, Recycler<T>>;

template <class T, class... Arguments>
[[nodiscard]] std::shared_ptr<T> make_recycled(Arguments&&... arguments) {
  return std::allocate_shared<T>(Recycler<std::remove_const_t<T>>{}, std::forward<Arguments>(arguments)...);
}

}  // namespace podreel::memory
