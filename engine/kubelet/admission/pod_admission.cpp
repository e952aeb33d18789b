#include "engine/kubelet/admission/pod_admission.hpp"

#include <string>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/admission/app_armor.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/probing.hpp"

namespace podreel::kubelet {

void PodAdmission::add(const api::PodPtr& pod) {
  if (deps_.preemption.is_under_way()) {
    set_pending(admit_after_preemption(pod));
  } else {
    admit_or_reject(pod);
  }
}

void PodAdmission::set_pending(sim::Task<> admission) {
  PODREEL_INVARIANT(!pending_admission_, "the sync loop finishes an admission before it begins another one");
  pending_admission_ = std::move(admission);
}

sim::Task<> PodAdmission::finish() {
  PODREEL_INVARIANT(pending_admission_, "only a pending admission is finished");
  return *std::exchange(pending_admission_, std::nullopt);
}

sim::Task<> PodAdmission::admit_after_preemption(api::PodPtr pod) {
  co_await deps_.preemption.wait();
  admit_or_reject(pod);
}

void PodAdmission::admit_or_reject(const api::PodPtr& pod) {
  if (const auto rejection = deps_.eviction.rejection(*pod)) return reject(pod, *rejection);
  deps_.node_lister.read();
  Admission admission = deps_.admit_handler.admit(*deps_.allocation.allocated(pod));
  if (admission.rejection) {
    reject(pod, *admission.rejection);
  } else if (admission.victims.empty()) {
    admit(pod);
  } else {
    set_pending(admit_in_place_of(std::move(admission.victims), pod));
  }
}

sim::Task<> PodAdmission::admit_in_place_of(std::vector<api::PodPtr> victims, api::PodPtr pod) {
  co_await deps_.preemption.make_room(std::move(victims));
  admit(pod);
}

void PodAdmission::admit(const api::PodPtr& pod) {
  auto problem = app_armor_problem(*pod, deps_.node.app_armor, deps_.behaviour);
  if (problem && problem->rejects) return reject(pod, {std::string{app_armor_reason}, std::move(problem->message)});
  if (deps_.shutdown.is_under_way()) return reject(pod, deps_.shutdown.rejection());
  const bool is_to_be_resized = deps_.allocation.add(pod);
  start_worker(pod);
  if (is_to_be_resized) set_pending(deps_.allocation.retry());
}

void PodAdmission::start_worker(const api::PodPtr& pod) {
  if (!deps_.behaviour.has(release::sync_begins_probes)) deps_.prober.add_pod(pod);
  SyncCause cause{SyncCause::Kind::added};
  // A kubelet before this one has begun with it.
  if (pod->status.start_time) cause.since = deps_.kubelet_started_at;
  deps_.dispatcher.dispatch(UpdateType::create, pod, std::move(cause));
  if (pod->metadata.deletion_timestamp) deps_.housekeeping.note_deletion();
}

void PodAdmission::reject(const api::PodPtr& pod, const Rejection& rejection) {
  deps_.events.record(*pod, "", sync::EventType::warning, rejection.reason, rejection.message);
  api::PodStatus status;
  status.phase = api::PodPhase::failed;
  if (deps_.behaviour.has(release::rejection_keeps_qos_class)) status.qos_class = pod->spec->qos_class;
  status.reason = rejection.reason;
  status.message =
      (deps_.behaviour.has(release::rejection_says_rejected) ? "Pod was rejected: " : "Pod ") + rejection.message;
  deps_.statuses.set_pod_status(pod, std::move(status));
  deps_.ticks.schedule_housekeeping();
}

void PodAdmission::update(const api::PodPtr& before, const api::PodPtr& pod) {
  if (deps_.allocation.update(before, pod)) {
    set_pending(resize(pod));
  } else {
    dispatch_update(pod);
  }
}

sim::Task<> PodAdmission::resize(api::PodPtr pod) {
  co_await deps_.allocation.retry(pod->metadata.uid);
  dispatch_update(pod);
}

void PodAdmission::dispatch_update(const api::PodPtr& pod) {
  const bool is_deleted = pod->metadata.deletion_timestamp.has_value();
  deps_.dispatcher.dispatch(UpdateType::update, pod,
                            {is_deleted ? SyncCause::Kind::deleted : SyncCause::Kind::updated});
  if (is_deleted) deps_.housekeeping.note_deletion();
}

bool PodAdmission::is_left_out(const api::Pod& pod) const {
  return deps_.allocation.is_left_out(pod.metadata.uid);
}

void PodAdmission::reconcile(const api::PodPtr& before, const api::PodPtr& pod) {
  if (deps_.allocation.reconcile(before, pod)) set_pending(deps_.allocation.retry());
}

void PodAdmission::remove(const memory::Text& uid) {
  if (deps_.allocation.remove(uid)) set_pending(deps_.allocation.retry());
}

}  // namespace podreel::kubelet
