#include "engine/sim/event_queue.hpp"

#include <algorithm>

namespace podreel::sim {

void EventQueue::close_root() noexcept {
  root_is_open_ = false;
  const QueuedEvent last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(last, 0);
}

void EventQueue::rebuild() noexcept {
  if (heap_.size() < 2) return;
  for (std::size_t index = (heap_.size() - 2) / arity + 1; index-- > 0;) sift_down(heap_[index], index);
}

}  // namespace podreel::sim
