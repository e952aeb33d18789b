#include "scenarios/cluster/scheduler.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

#include "engine/decide/pod_resources.hpp"
#include "engine/invariant.hpp"
#include "scenarios/cluster/model/node_fit.hpp"
#include "scenarios/cluster/node_labels.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr std::string_view scheduler_name = "default-scheduler";

bool is_waiting(const api::Pod& pod) {
  if (!pod.spec->node_name.empty() || pod.metadata.deletion_timestamp || !pod.spec->stored) return false;
  return pod.spec->stored->value("schedulerName", std::string{scheduler_name}) == scheduler_name;
}

bool is_gated(const api::Pod& pod) {
  return !pod.spec->stored->value("schedulingGates", json::array()).empty();
}

api::PodCondition not_scheduled(const char* reason, const std::string& message) {
  api::PodCondition condition;
  condition.type = "PodScheduled";
  condition.status = "False";
  condition.reason = reason;
  condition.message = message;
  return condition;
}

/// Returns the filter's message.
std::string reason_of(const cluster::NodeMisfit& misfit) {
  switch (misfit.kind) {
    case cluster::NodeMisfit::Kind::cordoned:
      return "node(s) were unschedulable";
    case cluster::NodeMisfit::Kind::untolerated_taint:
      return fmt::format("node(s) had untolerated taint {{{}: {}}}", misfit.taint->key, misfit.taint->value);
    case cluster::NodeMisfit::Kind::affinity:
      break;
  }
  return "node(s) didn't match Pod's node affinity/selector";
}

/// Returns "Insufficient nvidia.com/gpu" for each resource that the pod requests and that a node which does not report
/// it does not have. Kubelets ignore extended resources; the scheduler does not.
std::vector<std::string> absent_resources(const api::Pod& pod, const kubelet::NodeDescription& node,
                                          const release::Behaviour& behaviour) {
  std::vector<std::string> reasons;
  for (const std::string& resource : other_resources(*pod.spec)) {
    if (node.allocatable && node.allocatable->contains(resource)) continue;
    const std::int64_t request = decide::pod_request(*pod.spec, resource, behaviour);
    if (request > amount_for_pods(node.allocatable, resource)) reasons.push_back("Insufficient " + resource);
  }
  return reasons;
}

bool makes_room(const ObjectChange& change) {
  if (change.type == "DELETED") return true;
  return change.before.pod && !is_terminal(change.before.pod->status.phase) &&
         is_terminal(change.object.pod->status.phase);
}

bool has_other_spec(const ObjectChange& change) {
  return change.type == "ADDED" || (change.before.pod && change.before.pod->spec != change.object.pod->spec);
}

}  // namespace

Scheduler::Scheduler(ClusterApi& api, const ClusterNode& node)
    : api_{api}, node_{node}, queue_{api, scheduler_name, [this](const std::string& key) { schedule(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void Scheduler::on_object_change(const ObjectChange& change) {
  const bool is_pod = change.id.resource == "pods";
  if (is_pod && change.type == "DELETED") waiting_.erase(change.id.key);
  if (change.id.resource == "nodes" || (is_pod && makes_room(change))) {
    for (const std::string& key : waiting_) queue_.want(key);
  }
  const bool may_begin = is_pod && change.type != "DELETED" && has_other_spec(change);
  if (may_begin && is_waiting(*change.object.pod)) queue_.want(change.id.key);
}

void Scheduler::schedule(const std::string& key) {
  const api::PodPtr pod = api_.pods().find(key);
  if (!pod || !is_waiting(*pod)) return;
  if (is_gated(*pod)) {
    waiting_.insert(key);
    return api_.pods().set_conditions(
        key, {not_scheduled("SchedulingGated", "Scheduling is blocked due to non-empty scheduling gates")});
  }
  if (const auto unfit = explain_misfit(*pod)) {
    waiting_.insert(key);
    return report_unfit(key, *unfit);
  }
  waiting_.erase(key);
  if (!api_.pods().bind(key)) return;
  api_.record_pod_event(key, scheduler_name, "Normal", "Scheduled",
                        fmt::format("Successfully assigned {} to {}", key, api_.node()));
}

std::optional<Scheduler::Unfit> Scheduler::explain_misfit(const api::Pod& pod) const {
  const kubelet::NodeDescription& node = node_.description();
  const api::Labels labels = labels_of_node(node);
  const auto misfit = cluster::find_misfit(
      *pod.spec,
      {.name = node.name, .taints = node.taints, .labels = &labels, .is_cordoned = node_.is_unschedulable()});
  if (misfit) return Unfit{{reason_of(*misfit)}};
  const release::Behaviour& behaviour = api_.pods().specs().behaviour();
  Unfit unfit{.reasons = absent_resources(pod, node, behaviour), .lacks_resources = false};
  if (!unfit.reasons.empty()) return unfit;
  if (!node.allocatable) return std::nullopt;
  unfit.lacks_resources = true;
  std::vector<api::PodPtr> active = api_.pods().list();
  std::erase_if(active, [](const api::PodPtr& other) { return is_terminal(other->status.phase); });
  const auto failures = kubelet::judge_admission(pod, active, node, behaviour);
  for (const kubelet::InsufficientResource& lacking : failures.resources) {
    unfit.reasons.push_back(lacking.resource == "pods" ? "Too many pods" : "Insufficient " + lacking.resource);
  }
  if (unfit.reasons.empty()) return std::nullopt;
  std::ranges::sort(unfit.reasons);
  return unfit;
}

/// pkg/scheduler/framework/types.go, FitError.
void Scheduler::report_unfit(const std::string& key, const Unfit& unfit) {
  PODREEL_INVARIANT(!unfit.reasons.empty(), "an unscheduled pod has a reason");
  PODREEL_INVARIANT(waiting_.contains(key), "an unscheduled pod waits");
  std::string message = "0/1 nodes are available: ";
  for (const std::string& reason : unfit.reasons) {
    message += fmt::format("{}1 {}", &reason == &unfit.reasons.front() ? "" : ", ", reason);
  }
  message += fmt::format(". preemption: 0/1 nodes are available: 1 {}.",
                         unfit.lacks_resources ? "No preemption victims found for incoming pod"
                                               : "Preemption is not helpful for scheduling");
  api_.pods().set_conditions(key, {not_scheduled("Unschedulable", message)});
  api_.record_pod_event(key, scheduler_name, "Warning", "FailedScheduling", message);
}

}  // namespace podreel::cluster
