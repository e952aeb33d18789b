// A 4-ary min-heap of (time, sequence): equal times leave in the order in which they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::sim {

/// One pending event; `slot` says where its callback is kept.
struct QueuedEvent {
  Time time;
  std::uint64_t sequence;
  std::uint32_t slot;
  std::uint32_t generation;

  [[nodiscard]] bool before(const QueuedEvent& other) const noexcept {
    return time != other.time ? time < other.time : sequence < other.sequence;
  }
};

class EventQueue {
 public:
  [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }
  [[nodiscard]] const QueuedEvent& top() const noexcept { return heap_.front(); }

  void push(const QueuedEvent& event);
  void pop() noexcept;

  /// Drops every event for which `is_dead(event)` holds; the order of the others stays as it was.
  template <class Predicate>
  void remove_if(Predicate is_dead) {
    std::erase_if(heap_, is_dead);
    rebuild();
  }

 private:
  void sift_up(std::size_t index) noexcept;
  void sift_down(std::size_t index) noexcept;
  void rebuild() noexcept;

  std::vector<QueuedEvent> heap_;
};

}  // namespace podreel::sim
