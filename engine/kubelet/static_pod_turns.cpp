#include "engine/kubelet/static_pod_turns.hpp"

#include <algorithm>

namespace podreel::kubelet {

void StaticPodTurns::join(std::string_view name, const memory::Text& uid) {
  queues_[std::string{name}].push_back(uid);
}

void StaticPodTurns::leave(std::string_view name, const memory::Text& uid) {
  const auto queue = queues_.find(name);
  if (queue == queues_.end()) return;
  std::erase(queue->second, uid);
  if (queue->second.empty()) queues_.erase(queue);
}

memory::Text StaticPodTurns::holder(std::string_view name) const {
  const auto queue = queues_.find(name);
  return queue == queues_.end() ? memory::Text{} : queue->second.front();
}

bool StaticPodTurns::waits(std::string_view name, const memory::Text& uid) const {
  const auto queue = queues_.find(name);
  return queue != queues_.end() && queue->second.front() != uid &&
         std::ranges::find(queue->second, uid) != queue->second.end();
}

}  // namespace podreel::kubelet
