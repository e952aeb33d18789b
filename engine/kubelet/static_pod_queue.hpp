// Static pods of one name run one after another (podWorkers.allowStaticPodStart, 1.22).
#pragma once

#include <algorithm>
#include <concepts>
#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "engine/memory/text.hpp"

namespace podreel::kubelet {

/// By "namespace/name": the pod that has started under the name (startedStaticPodsByFullname), and those that wait for
/// it in the order in which they came (waitingToStartStaticPodsByFullname). A name that is free belongs to nobody until
/// the next pod starts, which may be a while.
class StaticPodQueue {
 public:
  void join(std::string_view name, const memory::Text& uid);
  /// Called when a pod has ended, or is forgotten.
  void leave(std::string_view name, const memory::Text& uid);

  /// No pod has joined: nobody has to wait.
  [[nodiscard]] bool empty() const noexcept { return queues_.empty(); }
  /// The UID of the pod that has started; empty if none has.
  [[nodiscard]] memory::Text holder(std::string_view name) const;
  /// Whether the pod has joined, and has not started. Pods that never joined need not wait.
  [[nodiscard]] bool waits(std::string_view name, const memory::Text& uid) const;

  /// Starts a pod that waits, if nobody has the name, and everybody who came earlier `is_over`. Returns whether it has
  /// started.
  template <std::predicate<const memory::Text&> IsOver>
  bool start(std::string_view name, const memory::Text& uid, IsOver is_over) {
    Queue& queue = queue_of(name);
    if (!queue.holder.empty()) return queue.holder == uid;
    const auto place = std::ranges::find(queue.waiting, uid);
    if (!std::all_of(queue.waiting.begin(), place, is_over)) return false;
    queue.waiting.erase(place);
    queue.holder = uid;
    return true;
  }

 private:
  struct Queue {
    memory::Text holder;
    std::deque<memory::Text> waiting;
  };
  /// Some pod has joined under the name.
  [[nodiscard]] Queue& queue_of(std::string_view name);

  std::map<std::string, Queue, std::less<>> queues_;
};

}  // namespace podreel::kubelet
