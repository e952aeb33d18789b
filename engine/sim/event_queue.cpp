#include "engine/sim/event_queue.hpp"

#include <algorithm>

namespace podreel::sim {

void EventQueue::push(const QueuedEvent& event) {
  if (root_is_open_) {
    root_is_open_ = false;
    sift_down(event, 0);
    return;
  }
  heap_.push_back(event);
  sift_up(event, heap_.size() - 1);
}

void EventQueue::close_root() noexcept {
  root_is_open_ = false;
  const QueuedEvent last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(last, 0);
}

void EventQueue::sift_up(QueuedEvent event, std::size_t index) noexcept {
  while (index > 0) {
    const std::size_t parent = (index - 1) / arity;
    if (!event.before(heap_[parent])) break;
    heap_[index] = heap_[parent];
    index = parent;
  }
  heap_[index] = event;
}

void EventQueue::sift_down(QueuedEvent event, std::size_t index) noexcept {
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

void EventQueue::rebuild() noexcept {
  if (heap_.size() < 2) return;
  for (std::size_t index = (heap_.size() - 2) / arity + 1; index-- > 0;) sift_down(heap_[index], index);
}

}  // namespace podreel::sim
