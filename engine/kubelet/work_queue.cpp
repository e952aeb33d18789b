#include "engine/kubelet/work_queue.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

namespace {

constexpr sim::Time never = sim::Time::max();

}  // namespace

/// The order of the heap.
auto WorkQueue::later() const {
  return [this](const Item& left, const Item& right) {
    if (left.ready != right.ready) return left.ready > right.ready;
    return pods_[left.place].uid > pods_[right.place].uid;
  };
}

WorkQueue::WorkerSlot WorkQueue::join(const memory::Text& uid) {
  Pod pod{uid, never, 0, false};
  if (free_.empty()) {
    pods_.push_back(std::move(pod));
    return static_cast<WorkerSlot>(pods_.size() - 1);
  }
  const WorkerSlot place = free_.back();
  free_.pop_back();
  pods_[place] = std::move(pod);
  return place;
}

void WorkQueue::leave(WorkerSlot place) {
  PODREEL_INVARIANT(!pods_[place].has_left, "a pod leaves the queue once");
  remove(place);
  Pod& pod = pods_[place];
  pod.has_left = true;
  if (pod.items == 0) free_.push_back(place);
}

void WorkQueue::enqueue(WorkerSlot place, sim::Time ready) {
  drop_outdated();
  Pod& pod = pods_[place];
  PODREEL_INVARIANT(!pod.has_left, "only pods in the queue are enqueued");
  if (pod.ready == never) ++enqueued_;
  pod.ready = ready;
  ++pod.items;
  items_.push_back({ready, place});
  std::ranges::push_heap(items_, later());
  if (on_enqueue_ && first()->place == place) on_enqueue_(ready);
}

void WorkQueue::remove(WorkerSlot place) {
  Pod& pod = pods_[place];
  if (pod.ready == never) return;
  pod.ready = never;
  --enqueued_;
}

const WorkQueue::Item* WorkQueue::first() {
  while (!items_.empty() && is_outdated(items_.front())) pop();
  return items_.empty() ? nullptr : &items_.front();
}

std::vector<WorkQueue::WorkerSlot> WorkQueue::take_ready(sim::Time now) {
  std::vector<WorkerSlot> ready;
  for (const Item* item = first(); item != nullptr && item->ready <= now; item = first()) {
    ready.push_back(item->place);
    remove(item->place);
  }
  return ready;
}

void WorkQueue::pop() {
  std::ranges::pop_heap(items_, later());
  forget_item(items_.back());
  items_.pop_back();
}

void WorkQueue::forget_item(const Item& item) {
  Pod& pod = pods_[item.place];
  PODREEL_INVARIANT(pod.items > 0, "an item of the queue is counted at its pod");
  if (--pod.items == 0 && pod.has_left) free_.push_back(item.place);
}

void WorkQueue::drop_outdated() {
  constexpr std::size_t always_kept = 64;
  if (items_.size() < 2 * enqueued_ + always_kept) return;
  std::erase_if(items_, [this](const Item& item) {
    const bool goes = is_outdated(item);
    if (goes) forget_item(item);
    return goes;
  });
  std::ranges::make_heap(items_, later());
}

}  // namespace podreel::kubelet
