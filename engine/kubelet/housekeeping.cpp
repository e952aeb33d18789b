// What a kubelet does about pods that nobody wants.
#include <algorithm>
#include <iterator>

#include "engine/kubelet/kubelet.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

sim::Task<> Kubelet::handle_pod_cleanups() {
  if (!sources_seen_.all()) co_return;
  const std::vector<memory::Text> desired = pods_.uids();
  const std::vector<memory::Text> active = termination_->with_work(desired);
  const std::vector<memory::Text> restartable = restartable_among(desired);
  const std::vector<memory::Text> working = termination_->forget_workers(active);
  if (behaviour_.pod_workers_have_stages) restart_terminated(restartable);
  if (restartable.size() < desired.size()) loop_.want_housekeeping();
  prober_.clean_up_pods(probed_pods(active));
  statuses_.remove_orphaned_statuses(desired);
  lifecycle_.forget_all_but(working);
  // What is left of pods that have no worker any more may go.
  want_container_gc();
  lost_.clear();
  std::ranges::set_difference(working, desired, std::inserter(lost_, lost_.end()));
  co_await termination_->kill_unwanted();
  const bool has_forgotten_all = forget_mirror_pods();
  // The end of a pod in no source is reported once more, and forgotten again.
  const bool goes_on = !has_forgotten_all || !lost_.empty() || termination_->is_watching();
  if (goes_on || !surroundings_.changes.relist_is_instant()) loop_.want_housekeeping();
}

std::vector<memory::Text> Kubelet::restartable_among(std::vector<memory::Text> desired) const {
  if (!behaviour_.restarts_miss_a_housekeeping) return desired;
  std::erase_if(desired, [this](const memory::Text& uid) { return workers_.awaits_another(uid); });
  return desired;
}

std::vector<memory::Text> Kubelet::probed_pods(std::vector<memory::Text> uids) const {
  if (!behaviour_.terminating_pods_are_probed) {
    std::erase_if(uids, [this](const memory::Text& uid) { return termination_->is_termination_requested(uid); });
  }
  return uids;
}

void Kubelet::restart_terminated(const std::vector<memory::Text>& restartable) {
  for (const memory::Text& uid : restartable) {
    const api::PodPtr pod = pods_.find(uid);
    if (!pod->is_static() || workers_.is_known(uid)) continue;
    workers_.update_pod({.type = UpdateType::create, .pod = pod}, {SyncCause::Kind::wanted_again});
  }
}

bool Kubelet::forget_mirror_pods() {
  return api_.delete_orphans([this](std::string_view name) { return workers_.is_terminating(name); });
}

}  // namespace podreel::kubelet
