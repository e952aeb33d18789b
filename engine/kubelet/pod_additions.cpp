// What a kubelet does with a pod that it hears of for the first time: admits it, rejects it, or makes room for it.
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "engine/kubelet/admission/host_ports.hpp"
#include "engine/kubelet/kubelet.hpp"
#include "engine/kubelet/preemption/preempted_status.hpp"
#include "engine/kubelet/preemption/victims.hpp"
#include "engine/sim/completion.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void Kubelet::handle_pod_addition(const api::PodPtr& pod) {
  pods_.set(pod);
  if (pod->is_mirror()) return handle_mirror_pod(*pod, UpdateType::update);
  const bool is_over = is_terminal(pod->status.phase);
  if (is_over || termination_->is_termination_requested(pod->metadata.uid)) {
    start_worker(pod);
  } else if (admits(pod)) {
    allocation_.add(pod);
    start_worker(pod);
  }
}

void Kubelet::start_worker(const api::PodPtr& pod) {
  if (!behaviour_.sync_begins_probes) prober_.add_pod(pod);
  dispatch(UpdateType::create, pod);
  if (pod->metadata.deletion_timestamp) watch_for_orphans();
}

bool Kubelet::admits(const api::PodPtr& pod) {
  const std::vector<api::PodPtr> active = active_pods(*pod);
  const AdmissionFailures failures =
      judge_admission(*allocation_.allocated(pod), active, surroundings_.node, behaviour_);
  const bool makes_room = is_critical(*pod) && !failures.other && !failures.resources.empty();
  if (!makes_room) {
    const std::optional<Rejection> rejection = is_critical(*pod) ? failures.other : failures.rejection();
    if (rejection) reject(pod, *rejection);
    return !rejection;
  }
  auto victims = choose_victims(*pod, active, failures.resources, behaviour_);
  if (const NoVictims* none = std::get_if<NoVictims>(&victims)) {
    reject(pod, {"UnexpectedAdmissionError",
                 "Unexpected error while attempting to recover from admission failure: preemption: error finding a set "
                 "of pods to preempt: " +
                     none->message});
  } else {
    preemption_ = Preemption{pod, std::get<std::vector<api::PodPtr>>(std::move(victims))};
  }
  return false;
}

sim::Task<> Kubelet::finish_addition() {
  // It counts as under way until the end: nothing else is taken.
  for (const api::PodPtr& victim : preemption_->victims) {
    events_.record(*victim, "", sync::EventType::warning, sync::event_reason::preempting,
                   std::string{preempted.message});
    co_await kill_now(victim);
  }
  const api::PodPtr pod = std::exchange(preemption_, std::nullopt)->pod;
  allocation_.add(pod);
  start_worker(pod);
}

sim::Task<> Kubelet::kill_now(api::PodPtr pod) {
  const auto stopped = std::make_shared<sim::Completion<bool>>(process_);
  const std::chrono::seconds grace{pod->spec->termination_grace_period_seconds};
  const sim::Duration patience = std::max<sim::Duration>(grace + grace / 2, timing::kill_patience_least);
  const sim::EventId timeout = process_.after(patience, [stopped] { stopped->complete(false); });
  workers_.update_pod({.type = UpdateType::kill, .pod = pod, .kill_status = preempted, .on_stopped = [stopped] {
                         stopped->complete(true);
                       }});
  const bool is_dead = co_await stopped->wait();
  if (is_dead) {
    process_.cancel(timeout);
  } else {
    events_.record(*pod, "", sync::EventType::warning, "ExceededGracePeriod",
                   "Container runtime did not kill the pod within specified grace period.");
  }
}

std::vector<api::PodPtr> Kubelet::active_pods(const api::Pod& pod) const {
  std::vector<api::PodPtr> active;
  if (!surroundings_.node.allocatable && !has_host_ports(*pod.spec)) return active;
  for (const std::string& uid : pods_.uids()) {
    api::PodPtr other = pods_.find(uid);
    if (uid == pod.metadata.uid.view() || !termination_->is_active(*other)) continue;
    active.push_back(allocation_.allocated(std::move(other)));
  }
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
