#include "engine/kubelet/allocation/pending_resizes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/api/json_member.hpp"

namespace podreel::kubelet {

namespace {

std::int64_t priority_of(const api::PodSpec& spec) {
  if (spec.stored == nullptr) return 0;
  return api::number_member<std::int64_t>(*spec.stored, "priority").value_or(0);
}

}  // namespace

void PendingResizes::push(const api::Pod& pod, bool grows) {
  const api::Text& uid = pod.metadata.uid;
  if (std::ranges::find(waiting_, uid, &Waiting::uid) != waiting_.end()) return;
  const Waiting added{uid, grows, priority_of(*pod.spec), api::qos_class(*pod.spec) == "Guaranteed"};
  const auto rank = [](const Waiting& waiting) {
    return std::tuple{waiting.grows, -waiting.priority, !waiting.guaranteed};
  };
  waiting_.insert(std::ranges::upper_bound(waiting_, rank(added), {}, rank), added);
}

void PendingResizes::remove(const api::Text& uid) {
  std::erase_if(waiting_, [&uid](const Waiting& waiting) { return waiting.uid == uid; });
}

std::vector<api::Text> PendingResizes::in_order() const {
  std::vector<api::Text> uids;
  for (const Waiting& waiting : waiting_) uids.push_back(waiting.uid);
  return uids;
}

}  // namespace podreel::kubelet
