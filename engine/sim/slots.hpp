// Where the scheduler keeps the callbacks of its events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/sim/callback.hpp"

namespace podreel::sim {

class Process;

/// One cache line; it never moves, so a callback can run in place.
struct alignas(64) Slot {
  Callback callback;
  /// Null while the slot is free.
  const Process* owner = nullptr;
  /// Grows when the event in it has gone: distinguishes a stale name from a valid one. Never 0, so that no
  /// default-constructed name is valid.
  std::uint32_t generation = 1;
  /// Waits for something else than time: not in the queue.
  bool parked = false;
};

class Slots {
 public:
  [[nodiscard]] Slot& operator[](std::uint32_t index) noexcept {
    return chunks_[index / chunk_size][index % chunk_size];
  }
  [[nodiscard]] const Slot& operator[](std::uint32_t index) const noexcept {
    return chunks_[index / chunk_size][index % chunk_size];
  }

  /// Slots ever made, free ones included; valid indices are below.
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(chunks_.size()) * chunk_size; }

  [[nodiscard]] std::uint32_t take(Callback&& callback, const Process& owner) {
    if (free_.empty()) grow();
    const std::uint32_t index = free_.back();
    free_.pop_back();
    Slot& slot = (*this)[index];
    slot.callback = std::move(callback);
    slot.owner = &owner;
    return index;
  }

  /// Makes the event's names stale. The slot is not used again before `release`.
  void retire(std::uint32_t index) noexcept {
    std::uint32_t& generation = (*this)[index].generation;
    if (++generation == 0) generation = 1;
  }

  /// The slot must be retired and its callback empty.
  void release(std::uint32_t index) noexcept {
    (*this)[index].owner = nullptr;
    (*this)[index].parked = false;
    free_.push_back(index);
  }

 private:
  static constexpr std::uint32_t chunk_size = 256;

  void grow() {
    // Room for every index first, so that `release` never allocates.
    free_.reserve(size() + chunk_size);
    chunks_.push_back(std::make_unique<Slot[]>(chunk_size));
    for (std::uint32_t index = size(); index-- > size() - chunk_size;) free_.push_back(index);
  }

  std::vector<std::unique_ptr<Slot[]>> chunks_;
  std::vector<std::uint32_t> free_;
};

}  // namespace podreel::sim
