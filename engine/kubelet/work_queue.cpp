#include "engine/kubelet/work_queue.hpp"

namespace podreel::kubelet {

void WorkQueue::enqueue(std::string_view uid, sim::Time ready) {
  remove(uid);
  times_.emplace(uid, ready);
  order_.emplace(ready, uid);
  if (on_enqueue_) on_enqueue_(ready);
}

void WorkQueue::remove(std::string_view uid) {
  const auto found = times_.find(uid);
  if (found == times_.end()) return;
  order_.erase({found->second, found->first});
  times_.erase(found);
}

std::optional<sim::Time> WorkQueue::next_ready() const {
  return order_.empty() ? std::nullopt : std::optional{order_.begin()->first};
}

std::vector<std::string> WorkQueue::take_ready(sim::Time now) {
  std::vector<std::string> ready;
  while (!order_.empty() && order_.begin()->first <= now) {
    ready.push_back(order_.begin()->second);
    times_.erase(ready.back());
    order_.erase(order_.begin());
  }
  return ready;
}

}  // namespace podreel::kubelet
