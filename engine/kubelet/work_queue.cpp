#include "engine/kubelet/work_queue.hpp"

namespace podreel::kubelet {

void WorkQueue::enqueue(const api::Text& uid, sim::Time ready) {
  auto found = times_.find(uid);
  if (found == times_.end()) {
    found = times_.emplace(uid, ready).first;
    order_.insert({ready, found->first});
  } else {
    auto item = order_.extract({found->second, found->first});
    found->second = ready;
    item.value().ready = ready;
    order_.insert(std::move(item));
  }
  if (on_enqueue_ && order_.begin()->uid == uid) on_enqueue_(ready);
}

void WorkQueue::remove(const api::Text& uid) {
  const auto found = times_.find(uid);
  if (found == times_.end()) return;
  order_.erase({found->second, found->first});
  times_.erase(found);
}

std::optional<WorkQueue::Item> WorkQueue::first() const {
  return order_.empty() ? std::nullopt : std::optional{*order_.begin()};
}

std::vector<std::string> WorkQueue::take_ready(sim::Time now) {
  std::vector<std::string> ready;
  while (!order_.empty() && order_.begin()->ready <= now) {
    ready.emplace_back(order_.begin()->uid);
    order_.erase(order_.begin());
    times_.erase(times_.find(ready.back()));
  }
  return ready;
}

}  // namespace podreel::kubelet
