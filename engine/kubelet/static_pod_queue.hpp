// Static pods of one name run one after another (podWorkers.allowStaticPodStart, 1.22).
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "engine/memory/text.hpp"

namespace podreel::kubelet {

/// By "namespace/name": the pod that has the name, and those that wait for it in the order in which they came.
class StaticPodQueue {
 public:
  void join(std::string_view name, const memory::Text& uid);
  void leave(std::string_view name, const memory::Text& uid);

  /// No pod has joined: nobody has to wait.
  [[nodiscard]] bool empty() const noexcept { return queues_.empty(); }
  /// The UID of the pod that has the name; empty if nobody has.
  [[nodiscard]] memory::Text holder(std::string_view name) const;
  /// Pods that never joined need not wait.
  [[nodiscard]] bool waits(std::string_view name, const memory::Text& uid) const;

 private:
  std::map<std::string, std::deque<memory::Text>, std::less<>> queues_;
};

}  // namespace podreel::kubelet
