// A 4-ary min-heap of (time, sequence): equal times leave in the order in which they came.
#pragma once

#include <algorithm>
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

/// After `pop` the root is left open: an event that is pushed next goes there, which saves half of the work when, as is
/// usual, an event that runs schedules its successor.
class EventQueue {
 public:
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return heap_.size() - (root_is_open_ ? 1U : 0U); }

  /// The first event; there must be one.
  [[nodiscard]] const QueuedEvent& top() noexcept {
    if (root_is_open_) close_root();
    return heap_.front();
  }

  void push(const QueuedEvent& event);

  /// Drops the first event. Valid only after `top`, with nothing pushed in between.
  void pop() noexcept { root_is_open_ = true; }

  /// The event that is next unless one is pushed that comes before it; null if there is none.
  [[nodiscard]] const QueuedEvent* likely_next() const noexcept {
    const std::size_t end = std::min(heap_.size(), arity + 1);
    if (end < 2) return nullptr;
    return &*std::min_element(heap_.begin() + 1, heap_.begin() + static_cast<std::ptrdiff_t>(end),
                              [](const QueuedEvent& left, const QueuedEvent& right) { return left.before(right); });
  }

  /// Calls `visit` with the up to four events one of which is the first once the events before `event`, and itself,
  /// have left.
  template <class Visitor>
  void visit_successors(const QueuedEvent& event, Visitor visit) const noexcept {
    const std::size_t first = static_cast<std::size_t>(&event - heap_.data()) * arity + 1;
    for (std::size_t index = first; index < std::min(heap_.size(), first + arity); ++index) visit(heap_[index]);
  }

  /// Drops every event for which `is_dead(event)` holds; the order of the others stays as it was.
  template <class Predicate>
  void remove_if(Predicate is_dead) {
    if (root_is_open_) close_root();
    std::erase_if(heap_, is_dead);
    rebuild();
  }

 private:
  static constexpr std::size_t arity = 4;

  void close_root() noexcept;
  void sift_up(QueuedEvent event, std::size_t index) noexcept;
  void sift_down(QueuedEvent event, std::size_t index) noexcept;
  void rebuild() noexcept;

  std::vector<QueuedEvent> heap_;
  bool root_is_open_ = false;
};

inline void EventQueue::push(const QueuedEvent& event) {
  if (root_is_open_) {
    root_is_open_ = false;
    sift_down(event, 0);
    return;
  }
  heap_.push_back(event);
  sift_up(event, heap_.size() - 1);
}

inline void EventQueue::sift_up(QueuedEvent event, std::size_t index) noexcept {
  while (index > 0) {
    const std::size_t parent = (index - 1) / arity;
    if (!event.before(heap_[parent])) break;
    heap_[index] = heap_[parent];
    index = parent;
  }
  heap_[index] = event;
}

inline void EventQueue::sift_down(QueuedEvent event, std::size_t index) noexcept {
  const std::size_t count = heap_.size();
  for (;;) {
    const std::size_t first = index * arity + 1;
    if (first >= count) break;
    std::size_t smallest = first;
    for (std::size_t child = first + 1; child < std::min(first + arity, count); ++child) {
      if (heap_[child].before(heap_[smallest])) smallest = child;
    }
    if (!heap_[smallest].before(event)) break;
    heap_[index] = heap_[smallest];
    index = smallest;
  }
  heap_[index] = event;
}

}  // namespace podreel::sim
