#include "engine/kubelet/static_pod_queue.hpp"

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void StaticPodQueue::join(std::string_view name, const memory::Text& uid) {
  Queue& queue = queues_[std::string{name}];
  PODREEL_INVARIANT(queue.holder != uid && std::ranges::find(queue.waiting, uid) == queue.waiting.end(),
                    "a static pod waits once for its name");
  queue.waiting.push_back(uid);
}

void StaticPodQueue::leave(std::string_view name, const memory::Text& uid) {
  const auto queue = queues_.find(name);
  if (queue == queues_.end()) return;
  if (queue->second.holder == uid) queue->second.holder = {};
  std::erase(queue->second.waiting, uid);
  if (queue->second.holder.empty() && queue->second.waiting.empty()) queues_.erase(queue);
}

memory::Text StaticPodQueue::holder(std::string_view name) const {
  const auto queue = queues_.find(name);
  return queue == queues_.end() ? memory::Text{} : queue->second.holder;
}

bool StaticPodQueue::waits(std::string_view name, const memory::Text& uid) const {
  const auto queue = queues_.find(name);
  return queue != queues_.end() && std::ranges::find(queue->second.waiting, uid) != queue->second.waiting.end();
}

StaticPodQueue::Queue& StaticPodQueue::queue_of(std::string_view name) {
  const auto queue = queues_.find(name);
  PODREEL_INVARIANT(queue != queues_.end(), "a static pod starts after it has joined those of its name");
  return queue->second;
}

}  // namespace podreel::kubelet
