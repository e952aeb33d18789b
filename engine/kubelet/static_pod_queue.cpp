#include "engine/kubelet/static_pod_queue.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void StaticPodQueue::join(std::string_view name, const memory::Text& uid) {
  std::deque<memory::Text>& queue = queues_[std::string{name}];
  PODREEL_INVARIANT(std::ranges::find(queue, uid) == queue.end(), "a static pod waits once for its name");
  queue.push_back(uid);
}

void StaticPodQueue::leave(std::string_view name, const memory::Text& uid) {
  const auto queue = queues_.find(name);
  if (queue == queues_.end()) return;
  std::erase(queue->second, uid);
  if (queue->second.empty()) queues_.erase(queue);
}

memory::Text StaticPodQueue::holder(std::string_view name) const {
  const auto queue = queues_.find(name);
  if (queue == queues_.end()) return {};
  PODREEL_INVARIANT(!queue->second.empty(), "a name for which nobody waits is forgotten");
  return queue->second.front();
}

bool StaticPodQueue::waits(std::string_view name, const memory::Text& uid) const {
  const auto queue = queues_.find(name);
  return queue != queues_.end() && queue->second.front() != uid &&
         std::ranges::find(queue->second, uid) != queue->second.end();
}

}  // namespace podreel::kubelet
