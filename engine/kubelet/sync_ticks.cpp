// What a kubelet does at its SYNC ticks: pods whose pause is over are synced again.
#include <algorithm>
#include <span>

#include "engine/kubelet/kubelet.hpp"

namespace podreel::kubelet {

bool Kubelet::resync_quiet_pods() {
  // What the runtime says of itself may change at this very instant.
  if (!surroundings_.changes.relist_is_instant()) return false;
  const sim::Time now = process_.now();
  // So may anything else, between the beginning of a sync and its end.
  if (surroundings_.scheduler.next_event_time() == now) return false;
  const auto deadline = deadlines_.next();
  if (deadline && *deadline <= now) return false;
  for (const WorkQueue::Item* first = queue_.first(); first != nullptr && first->ready <= now; first = queue_.first()) {
    const WorkQueue::Place place = first->place;
    if (!workers_.is_noop(place)) return false;
    if (workers_.skips_repetitions()) {
      workers_.account_for_noop(place);
    } else {
      queue_.remove(place);
      sync_after_pause(place);
    }
  }
  if (const WorkQueue::Item* first = queue_.first()) loop_.want_sync_tick(first->ready);
  if (deadline) loop_.want_sync_tick(*deadline);
  return true;
}

void Kubelet::handle_sync_tick() {
  const sim::Time now = process_.now();
  const std::vector<WorkQueue::Place> ready = queue_.take_ready(now);
  std::vector<memory::Text> late = deadlines_.passed(now);
  std::erase_if(late, [&](const memory::Text& uid) {
    return std::ranges::any_of(ready, [&](WorkQueue::Place place) { return queue_.uid_at(place) == uid; });
  });
  for (std::span<const WorkQueue::Place> rest{ready}; !rest.empty();) {
    rest = rest.subspan(workers_.resync_first(rest));
    if (rest.empty()) break;
    sync_after_pause(rest.front());
    rest = rest.subspan(1);
  }
  for (const memory::Text& uid : late) sync(uid, {SyncCause::Kind::active_deadline});
  if (const WorkQueue::Item* first = queue_.first()) loop_.want_sync_tick(first->ready);
  if (const auto next = deadlines_.next()) loop_.want_sync_tick(std::max(*next, now + sim::Duration{1}));
}

void Kubelet::sync_after_pause(WorkQueue::Place place) {
  const memory::Text uid = queue_.uid_at(place);
  sync(uid, workers_.end_of_pause(uid));
}

}  // namespace podreel::kubelet
