#include "scenarios/fleet/watched_pod.hpp"

#include <algorithm>
#include <utility>

#include "engine/api/pod_readiness.hpp"

namespace podreel::fleet {

std::vector<Outage> Troubles::outages(Replica pod) {
  // At the same instant, beginnings come first, so that there is no gap.
  std::ranges::sort(changes_);
  std::vector<Outage> outages;
  int troubles = 0;
  for (const Transition& change : changes_) {
    if (troubles == 0) outages.push_back({pod, change.at, {}, false});
    troubles += change.more;
    if (troubles == 0) {
      outages.back().until = change.at;
      outages.back().has_ended = true;
    }
  }
  return outages;
}

void WatchedPod::begin_with(const api::Pod& pod) {
  spec_ = pod.spec;
  is_ready_ = was_ready_ = is_ready(pod);
  has_failed_ = pod.status.phase == api::PodPhase::failed;
}

void WatchedPod::see(sim::Duration at, const api::Pod& pod, bool gone) {
  fails_ = fails_ || (!has_failed_ && pod.status.phase == api::PodPhase::failed);
  const bool ready = !gone && is_ready(pod);
  if (ready == std::exchange(is_ready_, ready)) return;
  if (ready) {
    troubles_.end(at);
  } else {
    troubles_.begin(at);
  }
}

void WatchedPod::ended(sim::Duration at, const std::string& container, bool by_itself) {
  if (!is_regular(container) || !stopped_.insert(container).second) return;
  troubles_.begin(at);
  if (by_itself) causes_.try_emplace(container, Cause::exited);
}

std::optional<Cause> WatchedPod::started(sim::Duration at, const std::string& container) {
  if (!is_regular(container)) return std::nullopt;
  if (stopped_.erase(container) > 0) troubles_.end(at);
  restarted_.insert(container);
  const auto known = causes_.find(container);
  if (known == causes_.end()) return has_new_sandbox_ ? Cause::sandbox : Cause::other;
  const Cause cause = known->second;
  causes_.erase(known);
  return cause;
}

bool WatchedPod::is_regular(const std::string& container) const {
  return spec_ != nullptr &&
         std::ranges::find(spec_->containers, container, &api::Container::name) != spec_->containers.end();
}

}  // namespace podreel::fleet
