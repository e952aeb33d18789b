#include "engine/kubelet/termination/worker_termination.hpp"

#include <utility>

#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {
// An orphan's containers are given a second (HandlePodCleanups).
constexpr std::int64_t orphan_grace_period_seconds = 1;
}  // namespace

bool WorkerTermination::needs_work(const api::PodPtr& /*pod*/) {
  return true;
}

void WorkerTermination::remove(const api::PodPtr& pod) {
  deps_.workers.note_orphan(pod);
  if (!deps_.sources.all_ready()) return;
  deps_.workers.update_pod({.type = UpdateType::kill, .pod = pod}, {SyncCause::Kind::removed});
}

bool WorkerTermination::is_termination_requested(const memory::Text& uid) const {
  return deps_.workers.is_termination_requested(uid);
}

bool WorkerTermination::should_content_be_removed(const memory::Text& uid) const {
  return deps_.workers.should_content_be_removed(uid);
}

bool WorkerTermination::is_active(const api::Pod& pod) const {
  const memory::Text& uid = pod.metadata.uid;
  if (!deps_.workers.is_known(uid) || deps_.workers.is_known_terminated(uid)) return false;
  const api::PodStatus* status = deps_.statuses.status_of(uid);
  const bool has_finished = is_terminal(pod.status.phase) || (status != nullptr && is_terminal(status->phase));
  return !has_finished || deps_.workers.is_termination_requested(uid) ||
         deps_.behaviour.has(release::completed_pods_take_room);
}

bool WorkerTermination::could_have_running_containers(const memory::Text& uid) const {
  return deps_.workers.could_have_running_containers(uid);
}

bool WorkerTermination::resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& /*status*/) const {
  const memory::Text& uid = pod.metadata.uid;
  return !could_have_running_containers(uid) && !deps_.workers.is_cleaning_up(uid);
}

bool WorkerTermination::can_remove_dead_containers(const memory::Text& uid) {
  return should_content_be_removed(uid);
}

std::vector<memory::Text> WorkerTermination::with_work(std::vector<memory::Text> uids) const {
  return uids;
}

std::vector<memory::Text> WorkerTermination::forget_workers(const std::vector<memory::Text>& wanted_uids) {
  return deps_.workers.sync_known_pods(wanted_uids);
}

sim::Task<WorkerTermination::RunningPods> WorkerTermination::running_pods() {
  if (deps_.behaviour.has(release::housekeeping_uses_runtime_cache)) {
    RunningPods cached = co_await deps_.runtime_cache.get_pods();
    co_return cached;
  }
  RunningPods listed = co_await deps_.runtime.get_pods(deps_.process, false);
  co_return listed;
}

bool WorkerTermination::is_orphan(const memory::Text& uid) const {
  const bool is_wanted = deps_.behaviour.has(release::wanted_pods_are_no_orphans) && deps_.pods.find(uid);
  return !is_wanted && !deps_.workers.is_known(uid);
}

void WorkerTermination::kill(const runtime::RunningPod& pod) {
  deps_.workers.update_pod(
      {.type = UpdateType::kill, .running_pod = pod, .grace_period_override = orphan_grace_period_seconds},
      {SyncCause::Kind::orphaned});
}

bool WorkerTermination::should_keep_watching() const {
  return deps_.behaviour.has(release::housekeeping_uses_runtime_cache) && deps_.workers.is_any_terminating();
}

}  // namespace podreel::kubelet
