#include "engine/kubelet/admission/active_requests.hpp"

#include <cstddef>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

ActiveRequests::ActiveRequests(const NodeDescription& node, decide::PodRequests& requests, const CountedPods& pods)
    : IdleSleeper{"sums of requests"}, requests_{requests}, pods_{pods}, resources_{checked_resources(node)} {
  sum_.requested.resize(resources_.size());
}

NodeUse ActiveRequests::without(const memory::Text& uid) {
  update();
  NodeUse use = sum_;
  const auto counted = counted_.find(uid);
  if (counted != counted_.end()) count(use, counted->second, -1);
  return use;
}

void ActiveRequests::check(const memory::Text& uid, const NodeUse& counted) {
  const NodeUse kept = without(uid);
  // Where everything fits, nothing is kept.
  expect_idle(!resources_.empty() && (kept.pods != counted.pods || kept.requested != counted.requested));
}

void ActiveRequests::update() {
  requests_.request_resize(resources_);
  for (const auto& [uid, nothing] : outdated_) {
    const api::SpecPtr now = pods_.counted_spec(uid);
    const auto before = counted_.find(uid);
    if (before != counted_.end()) {
      count(sum_, before->second, -1);
      counted_.erase(before);
    }
    if (!now) continue;
    count(sum_, now, 1);
    counted_.try_emplace(uid, now);
  }
  outdated_.clear();
}

void ActiveRequests::count(NodeUse& use, const api::SpecPtr& spec, std::int64_t times) const {
  use.pods += times;
  PODREEL_INVARIANT(use.pods >= 0, "no more pods are taken from a sum than it has");
  const std::vector<std::int64_t>& requested = requests_.of(spec);
  PODREEL_INVARIANT(requested.size() == use.requested.size(), "a sum has the resources that are asked about");
  for (std::size_t index = 0; index < requested.size(); ++index) use.requested[index] += times * requested[index];
}

}  // namespace podreel::kubelet
