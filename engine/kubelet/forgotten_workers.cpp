// Which workers are forgotten, and when.
#include <algorithm>

#include "engine/kubelet/pod_workers.hpp"

namespace podreel::kubelet {

std::vector<memory::Text> PodWorkers::sync_known_pods(const std::vector<memory::Text>& desired_uids) {
  pods_synced_ = true;
  std::vector<memory::Text> remaining;
  for (auto next = workers_.begin(); next != workers_.end();) {
    const auto known = next++;
    Worker& worker = known->second;
    const bool desired = std::ranges::binary_search(desired_uids, worker.uid);
    const bool forget = worker.finished && (worker.restart_requested || !desired);
    if (forget) {
      if (!turns_.empty()) turns_.leave(worker.name(), worker.uid);
      tell_stage(worker.uid);
      erase(known);
    } else {
      if (rules_.orphans_terminate && !desired && !worker.finished) terminate_orphan(worker);
      remaining.push_back(worker.uid);
    }
  }
  std::ranges::sort(remaining);
  return remaining;
}

void PodWorkers::forget(const memory::Text& uid) {
  const auto found = workers_.find(uid);
  if (found == workers_.end()) return;
  Worker& worker = found->second;
  spell_out(worker);
  if (worker.working) {
    worker.pending.reset();
    worker.forgotten = true;
  } else {
    tell_stage(worker.uid);
    erase(found);
  }
}

std::vector<memory::Text> PodWorkers::forget_all_but(const std::vector<memory::Text>& desired_uids) {
  std::vector<memory::Text> uids = memory::sorted_keys(workers_);
  std::erase_if(uids, [&](const memory::Text& uid) {
    if (std::ranges::binary_search(desired_uids, uid)) return false;
    forget(uid);
    return !is_known(uid);
  });
  return uids;
}

void PodWorkers::erase(memory::TextMap<Worker>::iterator worker) {
  const WorkQueue::Place place = worker->second.place;
  queue_.leave(place);
  by_place_[place] = nullptr;
  workers_.erase(worker);
}

}  // namespace podreel::kubelet
