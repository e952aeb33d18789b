#include "engine/kubelet/pod_cache.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/memory/recycled_memory.hpp"

namespace podreel::kubelet {

void PodCache::set(const memory::Text& uid, CachedStatus status, sim::Time modified) {
  PODREEL_INVARIANT(status.status != nullptr, "an entry of the pod cache has a status, also beside an error");
  const auto found = entries_.find(uid);
  if (found == entries_.end()) {
    entries_.try_emplace(uid, Entry{std::move(status), modified});
    return;
  }
  Entry& entry = found->second;
  if (entry.modified > modified) return;
  const bool is_same = status.status == entry.status.status && !status.error && !entry.status.error;
  entry = {std::move(status), modified, entry.observed};
  if (!is_same) observed_statuses_.changed(uid);
}

void PodCache::remove(const memory::Text& uid) {
  if (entries_.erase(uid)) observed_statuses_.changed(uid);
}

void PodCache::set_observed_time(const memory::Text& uid, sim::Time time) {
  const auto found = entries_.find(uid);
  if (found == entries_.end()) return;
  PODREEL_INVARIANT(time >= found->second.observed, "the pod cache never becomes older");
  PODREEL_INVARIANT(time <= process_.now(), "a pod was observed in the past");
  found->second.observed = time;
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
      feed_->on_wait();
    });
  }
  co_return get(uid);
}

void PodCache::notify() {
  const std::optional<sim::Time> true_until = feed_->true_until();
  PODREEL_INVARIANT(true_until >= last_true_until_, "the pod cache never becomes older");
  last_true_until_ = true_until;
  std::vector<Waiter> waiting = std::exchange(waiters_, {});
  for (Waiter& waiter : waiting) {
    if (is_newer(waiter.uid, waiter.min_time)) {
      process_.wake(waiter.parked);
    } else {
      waiters_.push_back(std::move(waiter));
    }
  }
  if (!waiters_.empty()) feed_->on_wait();
}

bool PodCache::is_newer(const memory::Text& uid, sim::Time min_time) const {
  const std::optional<sim::Time> whole = feed_->true_until();
  if (whole && *whole > min_time) return true;
  const auto found = entries_.find(uid);
  return found != entries_.end() && std::max(found->second.modified, found->second.observed) > min_time;
}

}  // namespace podreel::kubelet
