#include "scenarios/simulation/taint_evictions.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/api/pod_status.hpp"
#include "engine/invariant.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "scenarios/simulation/controller_events.hpp"

namespace podreel::simulation {

namespace {

constexpr std::string_view taint_controller = "taint-eviction-controller";

constexpr std::string_view eviction = "TaintManagerEviction";

}  // namespace

void TaintEvictions::set_taints(const std::vector<kubelet::Taint>& taints) {
  std::vector<kubelet::Taint> evicting;
  std::ranges::copy_if(taints, std::back_inserter(evicting),
                       [](const kubelet::Taint& taint) { return taint.effect == "NoExecute"; });
  if (evicting == taints_) return;
  taints_ = std::move(evicting);
  for (const auto& [name, due] : std::exchange(due_, {})) {
    context_.cancel(due.event);
    if (taints_.empty())
      write_event(recorder_, taint_controller, name, "Normal", eviction, "Cancelling deletion of Pod " + name);
  }
  if (taints_.empty()) return;
  for (const api::PodPtr& pod : server_.list()) schedule(*pod);
}

void TaintEvictions::pod_added(const api::Pod& pod) {
  if (!taints_.empty()) schedule(pod);
}

void TaintEvictions::schedule(const api::Pod& pod) {
  std::optional<sim::Duration> stays;
  for (const kubelet::Taint& taint : taints_) {
    const std::optional<sim::Duration> tolerated = kubelet::tolerated_for(*pod.spec, taint);
    if (tolerated && (!stays || *tolerated < *stays)) stays = tolerated;
  }
  if (!stays) return;
  std::string name = api::full_name(pod);
  const sim::EventId event = context_.after(*stays, [this, name, uid = pod.metadata.uid] { evict(name, uid); });
  due_.insert_or_assign(std::move(name), Due{pod.metadata.uid, event});
}

void TaintEvictions::evict(const std::string& name, const memory::Text& uid) {
  const api::PodPtr pod = server_.find(name);
  if (!pod || pod->metadata.uid != uid) return;
  PODREEL_INVARIANT(!taints_.empty(), "a node without taints evicts no pod");
  PODREEL_INVARIANT(due_.contains(name) && due_.at(name).uid == uid, "only a pod whose deletion is due is evicted");
  if (!server_.is_up()) {
    // The controller retries until the request succeeds.
    constexpr std::chrono::seconds pause{1};
    due_.insert_or_assign(name, Due{uid, context_.after(pause, [this, name, uid] { evict(name, uid); })});
    return;
  }
  due_.erase(name);
  if (pod->metadata.deletion_timestamp) return;
  write_event(recorder_, taint_controller, name, "Normal", eviction, "Marking for deletion Pod " + name);
  if (behaviour_.has(release::disruption_target_condition)) report_disruption(*pod);
  server_.request_deletion(name, std::nullopt);
}

void TaintEvictions::report_disruption(const api::Pod& pod) {
  api::PodStatus status = pod.status;
  api::PodCondition condition;
  condition.type = "DisruptionTarget";
  condition.status = "True";
  condition.reason = "DeletionByTaintManager";
  condition.message = "Taint manager: deleting due to NoExecute taint";
  condition.last_transition_time = context_.now();
  api::set_condition(status.conditions, std::move(condition));
  static_cast<void>(server_.patch_pod_status(pod.metadata.uid, std::move(status), nullptr));
}

}  // namespace podreel::simulation
