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

  /// Calls `visit` with those among which the event after the first is; for prefetching.
  template <class Visitor>
  void visit_candidates(Visitor visit) const noexcept {
    for (std::size_t index = 1; index < heap_.size() && index <= arity; ++index) visit(heap_[index]);
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

}  // namespace podreel::sim
