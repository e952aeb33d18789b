// Memory for what comes and goes: coroutine frames, large callbacks, and the lists, texts and objects that an event
// leaves to the next.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace podreel::sim {

/// Memory of `size` bytes, aligned for every fundamental type. What was freed on this thread is used again, for about a
/// fifth of what the allocator takes. Throws std::bad_alloc.
[[nodiscard]] void* allocate_recycled(std::size_t size);

/// `size` as it was asked for.
void free_recycled(void* memory, std::size_t size) noexcept;

/// The allocator of containers and shared objects on such memory.
template <class T>
struct Recycler {
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  using value_type = T;

  Recycler() noexcept = default;
  template <class Other>
  Recycler(const Recycler<Other>& /*other*/) noexcept {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(allocate_recycled(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept { free_recycled(memory, count * sizeof(T)); }

  friend bool operator==(const Recycler&, const Recycler&) noexcept { return true; }
};

template <class T>
using RecycledVector = std::vector<T, Recycler<T>>;

template <class T, class... Arguments>
[[nodiscard]] std::shared_ptr<T> make_recycled(Arguments&&... arguments) {
  return std::allocate_shared<T>(Recycler<std::remove_const_t<T>>{}, std::forward<Arguments>(arguments)...);
}

}  // namespace podreel::sim
