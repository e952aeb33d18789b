#include "engine/kubelet/housekeeping.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/pod_lifecycle.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

sim::Task<> Housekeeping::handle_pod_cleanups() {
  if (!deps_.sources.all_ready()) co_return;
  const std::vector<memory::Text> desired = deps_.pods.uids();
  const std::vector<memory::Text> active = deps_.termination.with_work(desired);
  const std::vector<memory::Text> restartable = restartable_among(desired);
  const std::vector<memory::Text> working = deps_.termination.forget_workers(active);
  if (deps_.behaviour.has(release::pod_workers_have_stages)) restart_terminated(restartable);
  if (restartable.size() < desired.size()) deps_.loop.schedule_housekeeping();
  deps_.prober.clean_up_pods(probed_among(active));
  deps_.statuses.remove_orphaned_statuses(desired);
  deps_.lifecycle.forget_all_but(working);
  PODREEL_INVARIANT(std::ranges::is_sorted(working), "pods with workers are in the order of their UIDs");
  // Removes leftovers of pods without a worker.
  deps_.garbage_collection.schedule_container_gc();
  std::vector<memory::Text> without_source;
  std::ranges::set_difference(working, desired, std::back_inserter(without_source));
  const PodTermination::RunningPods running = co_await deps_.termination.kill_unwanted();
  remove_directories(without_source, running);
  clean_up_control_groups();
  const bool has_deleted_all = delete_orphaned_mirror_pods();
  // The end of a pod in no source is reported once more, and forgotten again.
  const bool goes_on = !has_deleted_all || !without_source.empty() || deps_.termination.is_watching();
  if (goes_on || !deps_.changes.relist_is_instant()) deps_.loop.schedule_housekeeping();
}

std::vector<memory::Text> Housekeeping::restartable_among(std::vector<memory::Text> desired) const {
  if (!deps_.behaviour.has(release::restarts_miss_a_housekeeping)) return desired;
  std::erase_if(desired, [this](const memory::Text& uid) { return deps_.workers.waits_for_same_name(uid); });
  return desired;
}

std::vector<memory::Text> Housekeeping::probed_among(std::vector<memory::Text> uids) const {
  if (!deps_.behaviour.has(release::terminating_pods_are_probed)) {
    std::erase_if(uids, [this](const memory::Text& uid) { return deps_.termination.is_termination_requested(uid); });
  }
  return uids;
}

void Housekeeping::restart_terminated(const std::vector<memory::Text>& restartable) {
  for (const memory::Text& uid : restartable) {
    const api::PodPtr pod = deps_.pods.find(uid);
    PODREEL_INVARIANT(pod, "a pod that may be restarted is one of the sources'");
    if (!pod->is_static() || deps_.workers.is_known(uid)) continue;
    deps_.workers.update_pod({.type = UpdateType::create, .pod = pod, .mirror = deps_.pods.mirror_of(*pod)},
                             {SyncCause::Kind::wanted_again});
  }
}

void Housekeeping::remove_directories(const std::vector<memory::Text>& without_source,
                                      const PodTermination::RunningPods& running) {
  std::erase_if(without_directory_,
                [&](const memory::Text& uid) { return !std::ranges::binary_search(without_source, uid); });
  if (!running) return;
  for (const memory::Text& uid : without_source) {
    const bool is_running = std::ranges::find(*running, uid, &runtime::RunningPod::uid) != running->end();
    if (!is_running && !deps_.volumes.has_mounted(uid)) without_directory_.insert(uid);
  }
}

void Housekeeping::clean_up_control_groups() {
  // Otherwise nothing depends on when they are removed.
  if (!deps_.behaviour.has(release::resources_of_pod_reported)) return;
  for (const memory::Text& uid : deps_.cgroups.pods()) {
    if (deps_.workers.is_known(uid) && deps_.workers.could_have_running_containers(uid)) continue;
    if (deps_.volumes.has_mounted(uid)) {
      deps_.cgroups.reduce_cpu(uid);
    } else {
      deps_.cgroups.destroy(uid);
    }
  }
}

bool Housekeeping::delete_orphaned_mirror_pods() {
  return deps_.mirror_client.delete_orphans(
      [this](std::string_view name) { return deps_.workers.is_terminating(name); });
}

void Housekeeping::note_deletion() {
  watch_for_orphans();
  // One that has ended already needs nothing more.
  deps_.statuses.schedule_sync();
  deps_.garbage_collection.schedule_container_gc();
}

void Housekeeping::note_end_of_containers(const memory::Text& uid) {
  // A tick before the pod's last status removes the control group whose resources the status would report.
  if (deps_.behaviour.has(release::resources_of_pod_reported) && deps_.cgroups.find(uid)) {
    deps_.loop.schedule_housekeeping();
  }
}

void Housekeeping::watch_for_orphans() {
  if (deps_.behaviour.has(release::housekeeping_uses_runtime_cache))
    sim::spawn(deps_.process, watch_leftovers(nullptr));
}

sim::Task<> Housekeeping::watch_leftovers(runtime::PodStatusPtr ended) {
  co_await deps_.runtime_cache.catch_up(deps_.loop.last_housekeeping_tick(), std::move(ended));
  deps_.loop.schedule_housekeeping();
}

}  // namespace podreel::kubelet
