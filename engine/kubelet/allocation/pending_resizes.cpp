#include "engine/kubelet/allocation/pending_resizes.hpp"

#include <algorithm>
#include <tuple>

#include "engine/invariant.hpp"
#include "engine/kubelet/pod_priority.hpp"

namespace podreel::kubelet {

void PendingResizes::push(const api::Pod& pod, bool grows) {
  const memory::Text& uid = pod.metadata.uid;
  if (std::ranges::find(waiting_, uid, &Waiting::uid) != waiting_.end()) return;
  const Waiting added{uid, grows, priority_of(pod).value_or(0), pod.spec->qos_class == "Guaranteed"};
  const auto rank = [](const Waiting& waiting) {
    return std::tuple{waiting.grows, -waiting.priority, !waiting.guaranteed};
  };
  PODREEL_INVARIANT(std::ranges::is_sorted(waiting_, {}, rank), "pending resizes are kept in the order of their ranks");
  waiting_.insert(std::ranges::upper_bound(waiting_, rank(added), {}, rank), added);
}

void PendingResizes::remove(const memory::Text& uid) {
  const std::size_t num_removed =
      std::erase_if(waiting_, [&uid](const Waiting& waiting) { return waiting.uid == uid; });
  PODREEL_INVARIANT(num_removed <= 1, "a pod waits for one resize");
}

std::vector<memory::Text> PendingResizes::in_order() const {
  std::vector<memory::Text> uids;
  for (const Waiting& waiting : waiting_) uids.push_back(waiting.uid);
  return uids;
}

}  // namespace podreel::kubelet
