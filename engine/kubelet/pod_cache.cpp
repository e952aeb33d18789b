#include "engine/kubelet/pod_cache.hpp"

#include <algorithm>
#include <utility>

#include "engine/memory/recycled_memory.hpp"

namespace podreel::kubelet {

void PodCache::set(const memory::Text& uid, CachedStatus status, sim::Time modified) {
  const auto found = entries_.find(uid);
  if (found == entries_.end()) {
    entries_.try_emplace(uid, Entry{std::move(status), modified});
    return;
  }
  Entry& entry = found->second;
  if (entry.modified > modified) return;
  const bool is_same = status.status == entry.status.status && !status.error && !entry.status.error;
  entry = {std::move(status), modified, entry.observed};
  if (!is_same && on_change_) on_change_(uid);
}

void PodCache::remove(const memory::Text& uid) {
  if (entries_.erase(uid) && on_change_) on_change_(uid);
}

void PodCache::set_observed_time(const memory::Text& uid, sim::Time time) {
  const auto found = entries_.find(uid);
  if (found != entries_.end()) found->second.observed = time;
}

CachedStatus PodCache::get(const memory::Text& uid) const {
  const auto found = entries_.find(uid);
  if (found != entries_.end()) return found->second.status;
  auto unseen = memory::make_recycled<runtime::PodStatus>();
  unseen->uid = uid;
  return {std::move(unseen), {}};
}

bool PodCache::has(const memory::Text& uid, const runtime::PodStatusPtr& status) const {
  const auto found = entries_.find(uid);
  return found != entries_.end() && found->second.status.status == status && !found->second.status.error;
}

sim::Task<CachedStatus> PodCache::get_newer_than(memory::Text uid, sim::Time min_time) {
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

bool PodCache::is_newer(const memory::Text& uid, sim::Time min_time) const {
  const std::optional<sim::Time> whole = clock_();
  if (whole && *whole > min_time) return true;
  const auto found = entries_.find(uid);
  return found != entries_.end() && std::max(found->second.modified, found->second.observed) > min_time;
}

}  // namespace podreel::kubelet
