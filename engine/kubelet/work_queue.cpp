#include "engine/kubelet/work_queue.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace podreel::kubelet {

void WorkQueue::enqueue(const api::Text& uid, sim::Time ready) {
  drop_outdated();
  items_.push_back({ready, uid});
  std::ranges::push_heap(items_, std::greater<>{});
  times_.insert_or_assign(uid, ready);
  if (on_enqueue_ && first()->uid == uid) on_enqueue_(ready);
}

void WorkQueue::remove(const api::Text& uid) {
  times_.erase(uid);
}

const WorkQueue::Item* WorkQueue::first() {
  while (!items_.empty() && is_outdated(items_.front())) pop();
  return items_.empty() ? nullptr : &items_.front();
}

std::vector<api::Text> WorkQueue::take_ready(sim::Time now) {
  std::vector<api::Text> ready;
  for (const Item* item = first(); item != nullptr && item->ready <= now; item = first()) {
    times_.erase(item->uid);
    ready.push_back(item->uid);
  }
  return ready;
}

bool WorkQueue::is_outdated(const Item& item) const {
  const auto found = times_.find(item.uid);
  return found == times_.end() || found->second != item.ready;
}

void WorkQueue::pop() {
  std::ranges::pop_heap(items_, std::greater<>{});
  items_.pop_back();
}

void WorkQueue::drop_outdated() {
  constexpr std::size_t always_kept = 64;
  if (items_.size() < 2 * times_.size() + always_kept) return;
  std::erase_if(items_, [this](const Item& item) { return is_outdated(item); });
  std::ranges::make_heap(items_, std::greater<>{});
}

}  // namespace podreel::kubelet
