// What a kubelet does with a pod that it hears of for the first time: admits it, rejects it, or makes room for it.
#include <utility>

#include "engine/kubelet/admission/sysctls.hpp"
#include "engine/kubelet/kubelet.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

void Kubelet::handle_pod_addition(const api::PodPtr& pod) {
  pods_.set(pod);
  if (pod->is_mirror()) {
    // The status of its static pod may have been waiting for it.
    statuses_.want_sync();
    return handle_mirror_pod(*pod, UpdateType::update);
  }
  const bool is_over = is_terminal(pod->status.phase) && behaviour_.finished_pods_skip_admission;
  if (is_over || termination_->is_termination_requested(pod->metadata.uid)) {
    start_worker(pod);
  } else if (preemption_.is_under_way()) {
    unfinished_ = judge_later(pod);
  } else {
    judge(pod);
  }
}

sim::Task<> Kubelet::judge_later(api::PodPtr pod) {
  co_await preemption_.wait();
  judge(pod);
}

void Kubelet::judge(const api::PodPtr& pod) {
  if (const auto rejection = eviction_.rejection(*pod)) return reject(pod, *rejection);
  Admission admission = admission_of(*allocation_.allocated(pod));
  if (admission.rejection) {
    reject(pod, *admission.rejection);
  } else if (admission.victims.empty()) {
    admit(pod);
  } else {
    unfinished_ = admit_in_place_of(std::move(admission.victims), pod);
  }
}

sim::Task<> Kubelet::admit_in_place_of(std::vector<api::PodPtr> victims, api::PodPtr pod) {
  co_await preemption_.make_room(std::move(victims));
  admit(pod);
}

void Kubelet::admit(const api::PodPtr& pod) {
  auto problem = app_armor_problem(*pod, surroundings_.node.app_armor, behaviour_);
  if (problem && problem->rejects) return reject(pod, {std::string{app_armor_reason}, std::move(problem->message)});
  if (shutdown_.is_under_way()) return reject(pod, shutdown_.rejection());
  const bool is_to_be_resized = allocation_.add(pod);
  start_worker(pod);
  if (is_to_be_resized) unfinished_ = allocation_.retry();
}

void Kubelet::start_worker(const api::PodPtr& pod) {
  if (!behaviour_.sync_begins_probes) prober_.add_pod(pod);
  SyncCause cause{SyncCause::Kind::added};
  // A kubelet before this one has begun with it.
  if (pod->status.start_time) cause.since = started_at_;
  dispatch(UpdateType::create, pod, std::move(cause));
  if (pod->metadata.deletion_timestamp) note_deletion();
}

Admission Kubelet::admission_of(const api::Pod& pod) {
  if (auto why = forbidden_sysctl(*pod.spec, options_.config.allowed_unsafe_sysctls, behaviour_)) {
    return {.rejection = Rejection{"SysctlForbidden", std::move(*why)}};
  }
  const auto active = [this, &pod] { return active_pods(pod); };
  const bool is_kept = idle_work_ == sim::IdleWork::skipped;
  const NodeUse use =
      is_kept ? active_requests_.without(pod.metadata.uid) : use_of(active(), surroundings_.node, requests_);
  if (idle_work_ == sim::IdleWork::checked) active_requests_.check(pod.metadata.uid, use);
  return kubelet::admission_of(pod, use, active, surroundings_.node, behaviour_, requests_);
}

api::SpecPtr Kubelet::counted_spec(const memory::Text& uid) const {
  const api::PodPtr pod = pods_.find(uid);
  return pod && termination_->is_active(*pod) ? allocation_.allocated(pod)->spec : nullptr;
}

std::vector<api::PodPtr> Kubelet::active_pods() const {
  std::vector<api::PodPtr> active;
  for (const memory::Text& uid : pods_.uids()) {
    api::PodPtr pod = pods_.find(uid);
    if (termination_->is_active(*pod)) active.push_back(std::move(pod));
  }
  return active;
}

std::vector<api::PodPtr> Kubelet::active_pods(const api::Pod& pod) const {
  std::vector<api::PodPtr> active = active_pods();
  std::erase_if(active, [&pod](const api::PodPtr& other) { return other->metadata.uid == pod.metadata.uid; });
  for (api::PodPtr& other : active) other = allocation_.allocated(std::move(other));
  return active;
}

void Kubelet::reject(const api::PodPtr& pod, const Rejection& rejection) {
  events_.record(*pod, "", sync::EventType::warning, rejection.reason, rejection.message);
  api::PodStatus status;
  status.phase = api::PodPhase::failed;
  status.reason = rejection.reason;
  status.message = (behaviour_.rejection_says_rejected ? "Pod was rejected: " : "Pod ") + rejection.message;
  statuses_.set_pod_status(pod, std::move(status));
  loop_.want_housekeeping();
}

}  // namespace podreel::kubelet
