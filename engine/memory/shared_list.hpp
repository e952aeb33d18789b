// A list that many objects hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "engine/memory/holder_count.hpp"
#include "engine/memory/recycled_memory.hpp"

namespace podreel::memory {

/// A vector of eight bytes whose copies share its items until one of them is changed. An iterator or reference through
/// which an item may be changed is valid until the next copy. May be copied to other threads.
template <class T>
// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): one assignment copies and moves.
class SharedList {
  static_assert(std::is_nothrow_move_constructible_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SharedList() noexcept = default;
  SharedList(std::initializer_list<T> items) : SharedList{items.begin(), items.end()} {}
  template <std::forward_iterator Iterator>
  SharedList(Iterator first, Iterator last) : SharedList{} {
    const auto count = static_cast<std::size_t>(std::distance(first, last));
    if (count == 0) return;
    block_ = allocate(count);
    append(first, last);
  }
  SharedList(const SharedList& other) noexcept : block_{other.block_} {
    if (block_ != nullptr) block_->holders.add();
  }
  SharedList(SharedList&& other) noexcept : block_{std::exchange(other.block_, nullptr)} {}
  SharedList& operator=(SharedList other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~SharedList() { release(block_); }

  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return block_ == nullptr ? 0 : block_->size; }

  [[nodiscard]] const T* begin() const noexcept { return block_ == nullptr ? nullptr : block_->items(); }
  [[nodiscard]] const T* end() const noexcept { return block_ == nullptr ? nullptr : block_->items() + block_->size; }
  [[nodiscard]] auto rbegin() const noexcept { return std::reverse_iterator<const T*>{end()}; }
  [[nodiscard]] auto rend() const noexcept { return std::reverse_iterator<const T*>{begin()}; }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return begin()[index]; }
  [[nodiscard]] const T& at(std::size_t index) const {
    if (index >= size()) throw std::out_of_range{"podreel::api::SharedList"};
    return begin()[index];
  }
  [[nodiscard]] const T& front() const noexcept { return *begin(); }
  [[nodiscard]] const T& back() const noexcept { return end()[-1]; }

  // For who changes items: these are no longer shared.
  [[nodiscard]] T* begin() {
    if (is_shared()) own(size());
    return const_cast<T*>(std::as_const(*this).begin());
  }
  [[nodiscard]] T* end() { return begin() + size(); }
  [[nodiscard]] T& operator[](std::size_t index) { return begin()[index]; }
  [[nodiscard]] T& at(std::size_t index) {
    static_cast<void>(std::as_const(*this).at(index));
    return begin()[index];
  }
  [[nodiscard]] T& front() { return *begin(); }
  [[nodiscard]] T& back() { return end()[-1]; }

  void reserve(std::size_t count) {
    if (count > (block_ == nullptr ? 0 : block_->capacity)) own(count);
  }
  void push_back(const T& item) { push_back(T{item}); }
  /// `item` is none of the list's own.
  void push_back(T&& item) {
    if (block_ == nullptr || block_->size == block_->capacity) {
      own(2 * size() + 1);
    } else if (is_shared()) {
      own(block_->capacity);
    }
    ::new (static_cast<void*>(block_->items() + block_->size)) T(std::move(item));
    ++block_->size;
  }
  void clear() noexcept { release(std::exchange(block_, nullptr)); }

  friend bool operator==(const SharedList& left, const SharedList& right) {
    return left.block_ == right.block_ || std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

 private:
  /// Header in front of the items.
  struct alignas(T) Block {
    HolderCount holders;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;

    [[nodiscard]] T* items() noexcept { return reinterpret_cast<T*>(this + 1); }
  };
  static_assert(alignof(Block) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  [[nodiscard]] static constexpr std::size_t size_of(std::size_t capacity) noexcept {
    return sizeof(Block) + capacity * sizeof(T);
  }
  [[nodiscard]] static Block* allocate(std::size_t capacity) {
    void* memory = allocate_recycled(size_of(capacity));
    return ::new (memory) Block{{}, 0, static_cast<std::uint32_t>(capacity)};
  }
  static void release(Block* block) noexcept {
    if (block == nullptr || !block->holders.remove()) return;
    std::destroy_n(block->items(), block->size);
    free_recycled(block, size_of(block->capacity));
  }
  template <class Iterator>
  void append(Iterator first, Iterator last) {
    for (; first != last; ++first, ++block_->size) ::new (static_cast<void*>(block_->items() + block_->size)) T(*first);
  }
  [[nodiscard]] bool is_shared() const noexcept { return block_ != nullptr && !block_->holders.is_one(); }
  /// Moves the items, or copies them if they are shared, to an unshared block for `capacity` items (at least size()).
  void own(std::size_t capacity) {
    SharedList owned;
    owned.block_ = allocate(capacity);
    if (block_ != nullptr && !is_shared()) {
      owned.append(std::make_move_iterator(block_->items()), std::make_move_iterator(block_->items() + block_->size));
    } else {
      owned.append(std::as_const(*this).begin(), std::as_const(*this).end());
    }
    std::swap(block_, owned.block_);
  }

  Block* block_ = nullptr;
};

}  // namespace podreel::memory
