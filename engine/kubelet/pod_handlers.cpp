#include "engine/kubelet/pod_handlers.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/probing.hpp"

namespace podreel::kubelet {

void PodHandlers::handle_pod_addition(const api::PodPtr& pod) {
  deps_.pods.set(pod);
  // The status of a static pod may have been waiting for its mirror pod, or for the pod to come back.
  if (pod->is_static()) deps_.statuses.schedule_sync();
  if (pod->is_mirror()) return handle_mirror_pod(pod);
  const bool is_over = is_terminal(pod->status.phase) && deps_.behaviour.has(release::finished_pods_skip_admission);
  if (is_over || deps_.termination.is_termination_requested(pod->metadata.uid)) {
    deps_.admission.start_worker(pod);
  } else {
    deps_.admission.add(pod);
  }
}

void PodHandlers::handle_pod_update(const api::PodPtr& pod) {
  const api::PodPtr before = deps_.pods.set(pod);
  if (!pod->is_mirror() && deps_.admission.is_left_out(*pod)) return deps_.statuses.schedule_sync();
  if (pod->is_mirror()) {
    const bool is_noticed =
        !pod->metadata.deletion_timestamp || !deps_.behaviour.has(release::mirror_deletion_goes_unnoticed);
    if (is_noticed) return handle_mirror_pod(pod);
    if (const api::PodPtr owner = deps_.pods.static_pod_of(*pod)) mirror_pods_.changed(owner->metadata.uid);
    return;
  }
  deps_.admission.update(before, pod);
}

void PodHandlers::handle_mirror_pod(const api::PodPtr& mirror) {
  if (const api::PodPtr pod = deps_.pods.static_pod_of(*mirror)) {
    mirror_pods_.changed(pod->metadata.uid);
    deps_.dispatcher.dispatch_mirror(pod, mirror);
  } else {
    deps_.loop.schedule_housekeeping();
  }
}

void PodHandlers::handle_pod_removal(const api::PodPtr& pod) {
  deps_.pods.remove(*pod);
  if (pod->is_mirror()) return handle_mirror_pod(pod);
  const memory::Text& uid = pod->metadata.uid;
  deps_.deadlines.remove(uid);
  deps_.termination.remove(pod);
  // Nobody knows any more which mirror pod showed it.
  if (pod->is_static()) deps_.statuses.schedule_sync();
  if (pod->is_static() && deps_.sources.all_ready()) deps_.housekeeping.watch_for_orphans();
  deps_.files.actuated.forget(uid);
  deps_.loop.schedule_housekeeping();
  deps_.garbage_collection.schedule_container_gc();
  deps_.admission.remove(uid);
}

void PodHandlers::handle_pod_reconcile(const api::PodPtr& pod) {
  const api::PodPtr before = deps_.pods.set(pod);
  // Somebody else may have written it.
  deps_.statuses.schedule_sync();
  const bool is_synced = !pod->is_mirror() && !deps_.admission.is_left_out(*pod);
  if (is_synced && deps_.statuses.needs_readiness_reconciliation(*pod)) {
    deps_.dispatcher.sync(pod->metadata.uid, {SyncCause::Kind::reconciled});
  }
  if (!pod->is_mirror()) deps_.admission.reconcile(before, pod);
}

void PodHandlers::add_source(PodSource source) {
  if (deps_.sources.add(source)) deps_.loop.schedule_housekeeping();
}

void PodHandlers::handle_lifecycle_event(const lifecycle::PodLifecycleEvent& event) {
  const api::PodPtr pod = deps_.pods.find(event.pod_uid);
  if (event.type != lifecycle::EventType::container_removed && pod) {
    record(*pod, "PLEG");
    deps_.dispatcher.dispatch(UpdateType::sync, pod, {SyncCause::Kind::pleg_event, event});
  }
  if (event.type == lifecycle::EventType::container_died) {
    deps_.garbage_collection.delete_containers_in_pod(event.pod_uid, event.id);
  }
  const bool sandbox_may_go = event.type == lifecycle::EventType::container_removed;
  if (sandbox_may_go && deps_.behaviour.has(release::deletion_waits_for_sandboxes)) {
    deps_.garbage_collection.delete_sandboxes_in_pod(event.pod_uid);
  }
}

void PodHandlers::record(const api::Pod& pod, std::string_view what) {
  if (deps_.recorder.wants<trace::Loop>()) deps_.recorder.record(api::full_name(pod), trace::Loop{std::string{what}});
}

void PodHandlers::on_probe_result(ProbeUpdate update) {
  const bool is_liveness = update.change.type == ProbeType::liveness;
  if (is_liveness && update.change.result != decide::ProbeResult::failure) return;
  if (is_liveness || deps_.behaviour.has(release::probe_results_sync_pods)) return deps_.loop.push(std::move(update));
  deps_.process.post([this, update = std::move(update)] { set_probed_state(update); });
}

void PodHandlers::handle_probe_update(const ProbeUpdate& update) {
  set_probed_state(update);
  const api::PodPtr pod = deps_.pods.find(update.pod_uid);
  if (!pod) return;
  record(*pod, "PROBE");
  deps_.dispatcher.dispatch(UpdateType::sync, pod, {SyncCause::Kind::probe_result, update.change});
}

void PodHandlers::set_probed_state(const ProbeUpdate& update) {
  const ProbeChange& change = update.change;
  const bool has_succeeded = change.result == decide::ProbeResult::success;
  switch (change.type) {
    case ProbeType::liveness:
      return;
    case ProbeType::readiness:
      return deps_.statuses.set_container_readiness(update.pod_uid, change.container_id, has_succeeded);
    case ProbeType::startup:
      return deps_.statuses.set_container_startup(update.pod_uid, change.container_id, has_succeeded);
  }
}

bool PodHandlers::resync_idle_pods() {
  // The runtime's status may change at this very instant.
  if (!deps_.changes.relist_is_instant()) return false;
  const sim::Time now = deps_.process.now();
  // So may anything else, between the beginning of a sync and its end.
  if (deps_.process.scheduler().next_event_time() == now) return false;
  const auto deadline = deps_.deadlines.next();
  if (deadline && *deadline <= now) return false;
  WorkQueue& queue = deps_.queue;
  for (const WorkQueue::Item* first = queue.first(); first != nullptr && first->ready <= now; first = queue.first()) {
    const WorkQueue::WorkerSlot place = first->place;
    if (!deps_.workers.is_noop(place)) return false;
    if (deps_.workers.skips_repetitions()) {
      deps_.workers.account_for_noop(place);
    } else {
      queue.remove(place);
      sync_after_pause(place);
    }
  }
  if (const WorkQueue::Item* first = queue.first()) deps_.loop.schedule_sync_tick(first->ready);
  if (deadline) deps_.loop.schedule_sync_tick(*deadline);
  return true;
}

void PodHandlers::handle_sync_tick() {
  const sim::Time now = deps_.process.now();
  const std::vector<WorkQueue::WorkerSlot> ready = deps_.queue.take_ready(now);
  std::vector<memory::Text> late = deps_.deadlines.passed(now);
  std::erase_if(late, [&](const memory::Text& uid) {
    return std::ranges::any_of(ready, [&](WorkQueue::WorkerSlot place) { return deps_.queue.uid_at(place) == uid; });
  });
  for (std::span<const WorkQueue::WorkerSlot> rest{ready}; !rest.empty();) {
    rest = rest.subspan(deps_.workers.resync_first(rest));
    if (rest.empty()) break;
    sync_after_pause(rest.front());
    rest = rest.subspan(1);
  }
  for (const memory::Text& uid : late) deps_.dispatcher.sync(uid, {SyncCause::Kind::active_deadline});
  if (const WorkQueue::Item* first = deps_.queue.first()) deps_.loop.schedule_sync_tick(first->ready);
  if (const auto next = deps_.deadlines.next()) {
    deps_.loop.schedule_sync_tick(std::max(*next, now + sim::Duration{1}));
  }
}

void PodHandlers::sync_after_pause(WorkQueue::WorkerSlot place) {
  const memory::Text uid = deps_.queue.uid_at(place);
  deps_.dispatcher.sync(uid, deps_.workers.end_of_pause(uid));
}

}  // namespace podreel::kubelet
