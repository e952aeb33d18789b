#include "engine/kubelet/termination/killer_termination.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/invariant.hpp"
#include "engine/kubelet/housekeeping.hpp"
#include "engine/kubelet/pod_lifecycle.hpp"
#include "engine/kubelet/volumes/volume_manager.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

bool not_running(const api::ContainerStatuses& statuses) {
  return std::ranges::all_of(statuses, [](const api::ContainerStatus& container) {
    return std::holds_alternative<api::StateWaiting>(container.state) ||
           std::holds_alternative<api::StateTerminated>(container.state);
  });
}

bool is_deleted(const api::Pod& pod, const api::PodStatus& status) {
  return pod.metadata.deletion_timestamp && not_running(status.container_statuses);
}

/// eviction.PodIsEvicted.
bool is_evicted(const api::PodStatus& status) {
  return status.phase == api::PodPhase::failed && status.reason == sync::event_reason::evicted;
}

}  // namespace

KillerTermination::KillerTermination(const Dependencies& dependencies)
    : deps_{dependencies}, killer_{deps_.process, [this](api::PodPtr pod, runtime::RunningPod running) {
                                     return deps_.lifecycle.kill_running_pod(std::move(pod), std::move(running));
                                   }} {}

const api::PodStatus& KillerTermination::status_of(const api::Pod& pod) const {
  const api::PodStatus* known = deps_.statuses.status_of(pod.metadata.uid);
  return known == nullptr ? pod.status : *known;
}

bool KillerTermination::needs_work(const api::PodPtr& pod) {
  if (!is_terminated(*pod)) return true;
  deps_.volumes.unmount(pod->metadata.uid);
  const bool waits = deps_.behaviour.has(release::running_containers_delay_termination);
  const bool ends = waits ? is_deleted(*pod, status_of(*pod)) : pod->metadata.deletion_timestamp.has_value();
  if (ends) deps_.statuses.terminate_pod(pod);
  return false;
}

void KillerTermination::remove(const api::PodPtr& pod) {
  deps_.prober.remove_pod(*pod);
  if (!deps_.sources.all_ready()) return;
  deps_.workers.forget(pod->metadata.uid);
  if (pod->is_static() && deps_.pods.mirror_of(*pod)) killer_.reserve_name(*pod);
  sim::spawn(deps_.process, kill_removed(pod));
}

sim::Task<> KillerTermination::kill_removed(api::PodPtr pod) {
  co_await deps_.housekeeping.watch_leftovers(nullptr);
  const auto running = co_await deps_.runtime_cache.get_pods();
  PODREEL_INVARIANT(deps_.sources.all_ready(), "no pod counts as removed before all sources are ready");
  if (!running) co_return killer_.release_name(pod->metadata.uid);
  const auto found = std::ranges::find(*running, pod->metadata.uid, &runtime::RunningPod::uid);
  if (found == running->end()) co_return killer_.release_name(pod->metadata.uid);
  killer_.kill(std::move(pod), *found);
}

bool KillerTermination::delays_termination(const api::Pod& pod) const {
  return deps_.behaviour.has(release::static_pods_wait_for_the_killer) && killer_.has_reserved_name_of(pod);
}

bool KillerTermination::is_terminated(const api::Pod& pod) const {
  const api::PodStatus& status = status_of(pod);
  return is_terminal(status.phase) || is_deleted(pod, status);
}

bool KillerTermination::is_termination_requested(const memory::Text& uid) const {
  const api::PodPtr pod = deps_.pods.find(uid);
  return !pod || is_terminated(*pod);
}

bool KillerTermination::should_content_be_removed(const memory::Text& uid) const {
  const api::PodPtr pod = deps_.pods.find(uid);
  return !pod || is_evicted(status_of(*pod)) || is_deleted(*pod, status_of(*pod));
}

bool KillerTermination::is_active(const api::Pod& pod) const {
  return !is_terminated(pod);
}

bool KillerTermination::could_have_running_containers(const memory::Text& /*uid*/) const {
  return false;
}

bool KillerTermination::resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const {
  if (!not_running(status.container_statuses)) return false;
  const CachedStatus observed = deps_.cache.get(pod.metadata.uid);
  if (observed.error || !observed.status->containers.empty()) return false;
  return !deps_.behaviour.has(release::deletion_waits_for_sandboxes) || observed.status->sandboxes.empty();
}

bool KillerTermination::can_remove_dead_containers(const memory::Text& uid) {
  const api::PodPtr pod = deps_.pods.find(uid);
  if (pod && is_evicted(status_of(*pod))) return true;
  return pod && is_deleted(*pod, deps_.lifecycle.generate_status(*pod, *deps_.cache.get(uid).status));
}

std::vector<memory::Text> KillerTermination::with_work(std::vector<memory::Text> uids) const {
  std::erase_if(uids, [this](const memory::Text& uid) { return is_termination_requested(uid); });
  return uids;
}

std::vector<memory::Text> KillerTermination::forget_workers(const std::vector<memory::Text>& wanted_uids) {
  awaits_removal_ = std::ranges::any_of(wanted_uids, [this](const memory::Text& uid) {
    const api::PodPtr pod = deps_.pods.find(uid);
    PODREEL_INVARIANT(pod, "the pods that housekeeping keeps are those of the sources");
    return pod->metadata.deletion_timestamp.has_value();
  });
  return deps_.workers.forget_all_but(wanted_uids);
}

bool KillerTermination::should_keep_watching() const {
  return found_unwanted() || awaits_removal_ || deps_.runtime_cache.is_outdated();
}

}  // namespace podreel::kubelet
