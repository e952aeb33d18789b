#include "engine/kubelet/allocation/allocation_manager.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/api/resource_amounts.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/invariant.hpp"
#include "engine/kubelet/allocation/effective_requests.hpp"
#include "engine/kubelet/allocation/resize_messages.hpp"
#include "engine/kubelet/allocation/status_match.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

AllocationManager::AllocationManager(const Dependencies& dependencies) : deps_{dependencies} {
  if (!deps_.behaviour.has(release::in_place_resize) || !deps_.behaviour.has(release::resize_from_reported_status))
    return;
  early_.emplace(deps_.allocated);
}

api::PodPtr AllocationManager::allocated(const api::PodPtr& pod) const {
  if (!deps_.behaviour.has(release::in_place_resize)) return pod;
  const api::PodSpec* allocation = deps_.allocated.find(pod->metadata.uid);
  return allocation == nullptr ? pod : with_resources(pod, *allocation, deps_.behaviour);
}

api::SpecPtr AllocationManager::counted(const api::PodPtr& pod) const {
  if (!deps_.behaviour.has(release::in_place_resize)) return pod->spec;
  return with_effective_requests(allocated(pod)->spec, pod->status, deps_.behaviour);
}

bool AllocationManager::is_left_out(const memory::Text& uid) const {
  return deps_.behaviour.has(release::unallocated_pods_are_left_out) && deps_.allocated.find(uid) == nullptr;
}

bool AllocationManager::add(const api::PodPtr& pod) {
  if (!deps_.behaviour.has(release::in_place_resize)) return false;
  if (deps_.behaviour.has(release::resize_conditions)) conditions_.backfill(*pod);
  const api::PodPtr admitted = allocated(pod);
  // A pod without requests cannot be resized, so whether it has an allocation matters only if it counts by that.
  const bool is_written =
      admitted->spec->qos_class != "BestEffort" || deps_.behaviour.has(release::unallocated_pods_are_left_out);
  if (is_written) deps_.allocated.set(*admitted);
  if (admitted == pod || !deps_.behaviour.has(release::resize_queue)) return false;
  pending_.push(*pod, requests_more(*pod));
  return true;
}

bool AllocationManager::update(const api::PodPtr& before, const api::PodPtr& pod) {
  if (!deps_.behaviour.has(release::resize_queue)) return false;
  const bool is_resized = !before || with_resources(pod, *before->spec, deps_.behaviour) != pod;
  if (!is_resized) return false;
  const memory::Text& uid = pod->metadata.uid;
  if (allocated(pod) == pod) {
    pending_.remove(uid);
    conditions_.clear_pending(uid);
    return false;
  }
  pending_.push(*pod, requests_more(*pod));
  return true;
}

bool AllocationManager::reconcile(const api::PodPtr& before, const api::PodPtr& pod) const {
  if (!deps_.behaviour.has(release::resize_queue) || pending_.empty() || !before) return false;
  const bool has_stopped = is_terminal(pod->status.phase) && !is_terminal(before->status.phase);
  if (has_stopped && deps_.behaviour.has(release::resize_waits_until_pods_stop)) return true;
  const auto shrinks = [&, spec_before = counted(before), spec = counted(pod)](std::string_view resource) {
    return decide::pod_request(*spec, resource, deps_.behaviour) <
           decide::pod_request(*spec_before, resource, deps_.behaviour);
  };
  return shrinks("cpu") || shrinks("memory");
}

bool AllocationManager::remove(const memory::Text& uid) {
  deps_.allocated.forget(uid);
  conditions_.forget(uid);
  pending_.remove(uid);
  return !pending_.empty();
}

sim::Task<> AllocationManager::retry(memory::Text synced_anyway) {
  if (deps_.preemption.is_under_way()) co_await deps_.preemption.wait();
  if (pending_.empty()) co_return;
  if (!deps_.sources.all_ready()) co_return retry_after(timing::resize_first_retry);
  const std::vector<memory::Text> uids = pending_.in_order();
  for (const memory::Text& uid : uids) {
    const api::PodPtr pod = deps_.pods.find(uid);
    const std::uint64_t version = conditions_.version();
    if (pod) co_await allocate(pod);
    if (!is_deferred(uid)) pending_.remove(uid);
    if (pod && uid != synced_anyway && version != conditions_.version()) deps_.sync_trigger.trigger_pod_sync(pod);
  }
  if (!pending_.empty()) retry_after(timing::resize_retry);
}

void AllocationManager::schedule_retry() {
  if (!pending_.empty()) sim::spawn(deps_.process, retry());
}

void AllocationManager::retry_after(sim::Duration delay) {
  if (timer_) deps_.process.cancel(*timer_);
  timer_ = deps_.process.after(delay, [this] {
    PODREEL_INVARIANT(timer_, "a timer that was cancelled does not retry resizes");
    timer_.reset();
    schedule_retry();
  });
}

sim::Task<std::optional<ResizeMisfit>> AllocationManager::find_resize_misfit(api::PodPtr pod) {
  if (deps_.preemption.is_under_way()) co_await deps_.preemption.wait();
  ResizeFit fit = fit_of_resize(*pod, deps_.node, deps_.admit_handler, deps_.behaviour);
  if (!fit.victims.empty()) co_await deps_.preemption.make_room(std::move(fit.victims));
  co_return std::move(fit.misfit);
}

bool AllocationManager::is_allocated_in_sync(const api::PodPtr& pod) const {
  return deps_.behaviour.has(release::resize_from_allocation) && !deps_.behaviour.has(release::resize_queue) &&
         allocated(pod) != pod;
}

sim::Task<> AllocationManager::allocate(api::PodPtr pod) {
  const memory::Text& uid = pod->metadata.uid;
  if (allocated(pod) == pod) co_return conditions_.clear_pending(uid);
  if (const std::optional<ResizeMisfit> misfit = co_await find_resize_misfit(pod)) co_return defer(*pod, *misfit);
  deps_.allocated.set(*pod);
  PODREEL_INVARIANT(allocated(pod) == pod, "a pod has been allocated what it asks for once there is room for it");
  allocations_.changed(uid);
  conditions_.clear_pending(uid);
  conditions_.clear_in_progress(uid);
  conditions_.set_in_progress(uid, pod->metadata.generation);
  if (deps_.behaviour.has(release::resize_events)) {
    record_event(*pod, sync::EventType::normal, sync::event_reason::resize_started, resize_message::started(*pod));
  }
}

sim::Task<api::PodPtr> AllocationManager::allocate_early(api::PodPtr pod) {
  PODREEL_INVARIANT(early_, "only releases up to 1.31 allocate resizes early");
  const std::optional<ResizeMisfit> misfit = co_await find_resize_misfit(pod);
  api::PodPtr decided = early_->decide(*pod, misfit);
  allocations_.changed(pod->metadata.uid);
  co_return decided;
}

void AllocationManager::defer(const api::Pod& pod, const ResizeMisfit& misfit) {
  const bool is_news =
      conditions_.set_pending(pod.metadata.uid, {misfit.reason, misfit.message, pod.metadata.generation});
  const bool infeasible = misfit.reason == status_reason::resize_infeasible;
  const std::string_view reason =
      infeasible ? sync::event_reason::resize_infeasible : sync::event_reason::resize_deferred;
  if (deps_.behaviour.has(release::resize_decision_events)) {
    record_event(pod, sync::EventType::warning, reason, misfit.message);
  } else if (is_news && !misfit.event_reason.empty() && deps_.behaviour.has(release::resize_events)) {
    record_event(pod, sync::EventType::warning, reason,
                 resize_message::pending(pod, misfit.event_reason, misfit.message));
  }
}

bool AllocationManager::is_deferred(const memory::Text& uid) const {
  const PodResizeConditions* found = conditions_.find(uid);
  return found != nullptr && found->pending && found->pending->reason == status_reason::resize_deferred;
}

bool AllocationManager::requests_more(const api::Pod& pod) const {
  const api::PodSpec* allocation = deps_.allocated.find(pod.metadata.uid);
  if (allocation == nullptr) return false;
  const auto grows = [&](std::string_view resource) {
    return decide::pod_request(*pod.spec, resource, deps_.behaviour) >
           decide::pod_request(*allocation, resource, deps_.behaviour);
  };
  return grows("cpu") || grows("memory");
}

api::PodPtr AllocationManager::begin_sync(const api::PodPtr& pod, const runtime::PodStatus& observed) {
  if (!deps_.behaviour.has(release::resize_from_allocation)) return pod;
  const api::PodPtr synced = as_synced(pod);
  const memory::Text& uid = pod->metadata.uid;
  if (synced == pod && !deps_.behaviour.has(release::resize_queue)) conditions_.clear_pending(uid);
  if (is_in_progress(*synced, observed)) {
    conditions_.set_in_progress(uid, pod->metadata.generation);
    return synced;
  }
  const std::optional<std::int64_t> completed = conditions_.clear_in_progress(uid);
  if (completed && deps_.behaviour.has(release::resize_completed_event)) {
    const bool names_generation = deps_.behaviour.has(release::resize_events);
    record_event(*synced, sync::EventType::normal, sync::event_reason::resize_completed,
                 resize_message::completed(*synced, names_generation ? completed : std::nullopt));
  }
  return synced;
}

void AllocationManager::end_resizes(const memory::Text& uid) {
  if (!deps_.behaviour.has(release::resize_from_allocation)) return;
  conditions_.clear_pending(uid);
  conditions_.clear_in_progress(uid);
}

bool AllocationManager::is_in_progress(const api::Pod& allocated, const runtime::PodStatus& observed) const {
  if (!deps_.behaviour.has(release::resize_from_actuated_record)) return !matches_status(*allocated.spec, observed);
  const decide::ActuatedResources& actuated = deps_.actuated.of(allocated.metadata.uid);
  const auto waits = [&](const api::Container& container) {
    const runtime::ContainerStatus* seen = observed.find(container.name);
    if (seen == nullptr || seen->state != runtime::ContainerState::running) return false;
    const auto found = actuated.find(container.name);
    return api::amounts_of(container) != (found == actuated.end() ? api::ResourceAmounts{} : found->second);
  };
  // Upstream leaves out other init containers (kuberuntime_manager.go, isResizableContainer).
  const auto sidecar_waits = [&](const api::Container& container) {
    return is_resizable_sidecar(container, deps_.behaviour) && waits(container);
  };
  return std::ranges::any_of(allocated.spec->containers, waits) ||
         std::ranges::any_of(allocated.spec->init_containers, sidecar_waits);
}

void AllocationManager::end_sync(const api::Pod& pod, const sync::PodSyncResult& result) {
  for (const sync::SyncResult& step : result.results) {
    if (step.action != sync::SyncAction::resize_pod_in_place || !step.failure) continue;
    const std::string& error = step.failure->message;
    const std::optional<std::int64_t> generation =
        conditions_.set_error(pod.metadata.uid, error, pod.metadata.generation);
    if (!generation || !deps_.behaviour.has(release::resize_events)) continue;
    record_event(pod, sync::EventType::warning, sync::event_reason::resize_error,
                 resize_message::failed(pod, error, *generation));
  }
}

void AllocationManager::record_event(const api::Pod& pod, sync::EventType type, std::string_view reason,
                                     std::string message) {
  deps_.events.record(pod, {}, type, reason, std::move(message));
}

}  // namespace podreel::kubelet
