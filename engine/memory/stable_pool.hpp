// Objects side by side in memory, which never move.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "engine/memory/recycled_memory.hpp"

namespace podreel::memory {

/// A walk finds the objects in the order of their places: those that were added first come first, and where one was
/// removed, the next one is added.
template <class T>
class StablePool {
 public:
  StablePool() noexcept = default;
  StablePool(const StablePool&) = delete;
  StablePool& operator=(const StablePool&) = delete;
  ~StablePool() { clear(); }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  template <class... Arguments>
  T* add(Arguments&&... arguments) {
    const bool is_reused = free_ != nullptr;
    if (!is_reused && end_ == capacity()) add_chunk();
    Location* const there = is_reused ? free_ : &place(end_);
    T* const added = std::construct_at(there->object(), std::forward<Arguments>(arguments)...);
    if (is_reused) {
      free_ = there->next_free;
    } else {
      there->number = end_++;
    }
    there->is_free = false;
    ++size_;
    return added;
  }

  void remove(T* object) noexcept {
    std::destroy_at(object);
    Location& there = place_of(object);
    there.is_free = true;
    there.next_free = std::exchange(free_, &there);
    --size_;
  }

  void clear() noexcept {
    for (T* object = first(); object != nullptr; object = after(object)) std::destroy_at(object);
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) free_recycled(chunks_[chunk], bytes_of(chunk));
    chunks_.clear();
    free_ = nullptr;
    end_ = 0;
    size_ = 0;
  }

  /// Null if there is none.
  [[nodiscard]] T* first() const noexcept { return first_from(0); }
  /// Null after the last one.
  [[nodiscard]] T* after(const T* object) const noexcept { return first_from(place_of(object).number + 1); }

 private:
  struct Location {
    alignas(T) std::byte memory[sizeof(T)];
    Location* next_free;
    std::uint32_t number;
    bool is_free;

    [[nodiscard]] T* object() noexcept { return std::launder(reinterpret_cast<T*>(memory)); }
  };

  /// Every chunk has room for twice as many as the one before.
  static constexpr std::uint32_t first_chunk = 8;

  [[nodiscard]] static Location& place_of(const T* object) noexcept {
    return *reinterpret_cast<Location*>(const_cast<T*>(object));
  }
  [[nodiscard]] static constexpr std::size_t bytes_of(std::size_t chunk) noexcept {
    return (std::size_t{first_chunk} << chunk) * sizeof(Location);
  }
  [[nodiscard]] std::uint32_t capacity() const noexcept {
    return first_chunk * ((std::uint32_t{1} << chunks_.size()) - 1);
  }
  [[nodiscard]] Location& place(std::uint32_t number) const noexcept {
    const std::uint32_t shifted = number + first_chunk;
    const auto chunk = static_cast<std::uint32_t>(std::bit_width(shifted) - std::bit_width(first_chunk));
    return chunks_[chunk][shifted - (first_chunk << chunk)];
  }
  [[nodiscard]] T* first_from(std::uint32_t number) const noexcept {
    for (; number < end_; ++number) {
      if (!place(number).is_free) return place(number).object();
    }
    return nullptr;
  }
  void add_chunk() {
    static_assert(alignof(Location) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    chunks_.reserve(chunks_.size() + 1);
    chunks_.push_back(static_cast<Location*>(allocate_recycled(bytes_of(chunks_.size()))));
  }

  RecycledVector<Location*> chunks_;
  Location* free_ = nullptr;
  /// Places from here on were never taken.
  std::uint32_t end_ = 0;
  std::size_t size_ = 0;
};

/// `T`: the pool's, or the same, const.
template <class T>
class StablePoolIterator {
 public:
  using Pool = StablePool<std::remove_const_t<T>>;
  using value_type = std::remove_const_t<T>;
  using reference = T&;
  using pointer = T*;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::forward_iterator_tag;

  StablePoolIterator() noexcept = default;
  /// Null: behind the last one.
  StablePoolIterator(const Pool& pool, T* object) noexcept : pool_{&pool}, object_{object} {}
  // NOLINTBEGIN(google-explicit-constructor): as of all iterators
  template <class Other>
  requires(std::same_as<T, const Other>) StablePoolIterator(const StablePoolIterator<Other>& other)
  noexcept : pool_{&other.pool()}, object_{other.object()} {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] const Pool& pool() const noexcept { return *pool_; }
  [[nodiscard]] T* object() const noexcept { return object_; }

  [[nodiscard]] reference operator*() const noexcept { return *object_; }
  [[nodiscard]] pointer operator->() const noexcept { return object_; }
  StablePoolIterator& operator++() noexcept {
    object_ = pool_->after(object_);
    return *this;
  }
  StablePoolIterator operator++(int) {
    const StablePoolIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const StablePoolIterator& left, const StablePoolIterator& right) noexcept {
    return left.object_ == right.object_;
  }

 private:
  const Pool* pool_ = nullptr;
  T* object_ = nullptr;
};

}  // namespace podreel::memory
