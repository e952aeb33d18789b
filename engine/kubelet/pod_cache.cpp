#include "engine/kubelet/pod_cache.hpp"

#include <algorithm>
#include <utility>

#include "engine/sim/recycled_memory.hpp"

namespace podreel::kubelet {

void PodCache::set(const api::Text& uid, CachedStatus status, sim::Time modified) {
  const auto found = entries_.find(uid);
  if (found != entries_.end()) {
    if (found->second.modified <= modified) found->second = {std::move(status), modified, found->second.observed};
  } else {
    entries_.try_emplace(uid, Entry{std::move(status), modified});
  }
}

void PodCache::remove(const api::Text& uid) {
  entries_.erase(uid);
}

void PodCache::set_observed_time(const api::Text& uid, sim::Time time) {
  const auto found = entries_.find(uid);
  if (found != entries_.end()) found->second.observed = time;
}

CachedStatus PodCache::get(const api::Text& uid) const {
  const auto found = entries_.find(uid);
  if (found != entries_.end()) return found->second.status;
  auto unseen = sim::make_recycled<runtime::PodStatus>();
  unseen->uid = uid;
  return {std::move(unseen), {}};
}

const CachedStatus* PodCache::find_newer(const api::Text& uid, sim::Time min_time) const {
  const auto found = entries_.find(uid);
  if (found == entries_.end()) return nullptr;
  const Entry& entry = found->second;
  const bool is_new = std::max(entry.modified, entry.observed) > min_time || clock_() > min_time;
  return is_new ? &entry.status : nullptr;
}

sim::Task<CachedStatus> PodCache::get_newer_than(api::Text uid, sim::Time min_time) {
  if (!is_newer(uid, min_time)) {
    co_await sim::park(process_, [this, &uid, min_time](sim::EventId parked) {
      waiters_.push_back({uid, min_time, parked});
      on_wait_();
    });
  }
  co_return get(uid);
}

void PodCache::notify() {
  std::vector<Waiter> waiting = std::exchange(waiters_, {});
  for (Waiter& waiter : waiting) {
    if (is_newer(waiter.uid, waiter.min_time)) {
      process_.wake(waiter.parked);
    } else {
      waiters_.push_back(std::move(waiter));
    }
  }
  if (!waiters_.empty()) on_wait_();
}

bool PodCache::is_newer(const api::Text& uid, sim::Time min_time) const {
  const std::optional<sim::Time> whole = clock_();
  if (whole && *whole > min_time) return true;
  const auto found = entries_.find(uid);
  return found != entries_.end() && std::max(found->second.modified, found->second.observed) > min_time;
}

}  // namespace podreel::kubelet
