// Pointers by hash, for lookups of objects that are stored elsewhere.
#pragma once

#include <cstddef>

#include "engine/memory/recycled_memory.hpp"

namespace podreel::memory {

/// An open-addressing table: a lookup usually costs one cache line. The caller distinguishes entries of the same hash.
template <class T>
class PointerTable {
 public:
  /// Returns the pointer with that hash for which `is_it` is true, or null.
  template <class IsIt>
  [[nodiscard]] T* find(std::size_t hash, const IsIt& is_it) const noexcept {
    if (size_ == 0) return nullptr;
    for (std::size_t at = hash & mask_;; at = next(at)) {
      const Entry& entry = entries_[at];
      if (entry.pointer == nullptr) return nullptr;
      if (entry.hash == hash && is_it(*entry.pointer)) return entry.pointer;
    }
  }

  /// After this, one `add` cannot fail.
  void make_room() {
    if (size_ >= entries_.size() / 8 * 5) grow();
  }
  /// There must be room.
  void add(std::size_t hash, T* pointer) noexcept {
    put({hash, pointer});
    ++size_;
  }
  /// It must be there.
  void remove(std::size_t hash, const T* pointer) noexcept {
    std::size_t hole = hash & mask_;
    while (entries_[hole].pointer != pointer) hole = next(hole);
    // Those behind it move up, as far as their hashes let them.
    for (std::size_t at = next(hole); entries_[at].pointer != nullptr; at = next(at)) {
      const std::size_t home = entries_[at].hash & mask_;
      if (((at - home) & mask_) < ((at - hole) & mask_)) continue;
      entries_[hole] = entries_[at];
      hole = at;
    }
    entries_[hole].pointer = nullptr;
    --size_;
  }
  void clear() noexcept {
    entries_.clear();
    size_ = 0;
  }

 private:
  struct Entry {
    std::size_t hash = 0;
    /// Null where there is none.
    T* pointer = nullptr;
  };
  using Entries = RecycledVector<Entry>;

  [[nodiscard]] std::size_t next(std::size_t at) const noexcept { return (at + 1) & mask_; }
  void put(Entry entry) noexcept {
    std::size_t at = entry.hash & mask_;
    while (entries_[at].pointer != nullptr) at = next(at);
    entries_[at] = entry;
  }
  void grow() {
    constexpr std::size_t minimum = 8;
    Entries before(entries_.empty() ? minimum : 2 * entries_.size());
    before.swap(entries_);
    mask_ = entries_.size() - 1;
    for (const Entry& entry : before) {
      if (entry.pointer != nullptr) put(entry);
    }
  }

  /// A power of two, or none.
  Entries entries_;
  std::size_t mask_ = 0;
  std::size_t size_ = 0;
};

}  // namespace podreel::memory
