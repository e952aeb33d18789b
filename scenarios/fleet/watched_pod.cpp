#include "scenarios/fleet/watched_pod.hpp"

#include <algorithm>
#include <utility>

#include "engine/api/pod_readiness.hpp"

namespace podreel::fleet {

std::vector<Outage> Troubles::outages(Replica pod) const {
  // At the same instant, beginnings come first, so that there is no gap.
  std::vector<Transition> changes = changes_;
  std::ranges::sort(changes);
  std::vector<Outage> outages;
  int troubles = 0;
  for (const Transition& change : changes) {
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
  if (!is_meant_to_run(container) || !stopped_.insert(container).second) return;
  troubles_.begin(at);
  if (by_itself) causes_.try_emplace(container, Cause::exited);
}

std::optional<Cause> WatchedPod::started(sim::Duration at, const std::string& container) {
  if (!is_meant_to_run(container)) return std::nullopt;
  if (stopped_.erase(container) > 0) troubles_.end(at);
  restarted_.insert(container);
  const auto known = causes_.find(container);
  if (known == causes_.end()) return has_new_sandbox_ ? Cause::sandbox : Cause::other;
  const Cause cause = known->second;
  causes_.erase(known);
  return cause;
}

std::size_t WatchedPod::containers() const noexcept {
  if (spec_ == nullptr) return 0;
  const auto sidecars = std::ranges::count_if(spec_->init_containers, api::is_restartable_init_container);
  return spec_->containers.size() + static_cast<std::size_t>(sidecars);
}

bool WatchedPod::is_meant_to_run(const std::string& container) const {
  if (spec_ == nullptr) return false;
  const auto has_name = [&container](const api::Container& each) { return each.name == container; };
  const auto is_sidecar = [&](const api::Container& each) {
    return has_name(each) && api::is_restartable_init_container(each);
  };
  return std::ranges::any_of(spec_->containers, has_name) || std::ranges::any_of(spec_->init_containers, is_sidecar);
}

}  // namespace podreel::fleet
