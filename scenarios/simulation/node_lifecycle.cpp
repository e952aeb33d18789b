#include "scenarios/simulation/node_lifecycle.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/simulation/controller_events.hpp"

namespace podreel::simulation {

namespace {

constexpr std::string_view node_controller = "node-controller";

constexpr std::string_view not_ready_key = "node.kubernetes.io/not-ready";
constexpr std::string_view unreachable_key = "node.kubernetes.io/unreachable";

sim::Duration grace_of(const format::NodeLifecycleSettings& settings, const release::Behaviour& behaviour) {
  if (settings.monitor_grace_period) return *settings.monitor_grace_period;
  return timing::either(behaviour, timing::node_monitor_grace, timing::node_monitor_grace_before);
}

bool is_of_lifecycle(const kubelet::Taint& taint) {
  return taint.key == not_ready_key || taint.key == unreachable_key;
}

}  // namespace

NodeLifecycle::NodeLifecycle(Dependencies dependencies, const format::NodeLifecycleSettings& settings)
    : deps_{std::move(dependencies)},
      grace_{grace_of(settings, deps_.behaviour)},
      eviction_timeout_{settings.pod_eviction_timeout},
      looks_{deps_.context.now() - std::min(deps_.timing.draw(timing::node_monitor_phase), settings.monitor_period),
             settings.monitor_period},
      evictions_{deps_.context, deps_.recorder, deps_.server, deps_.behaviour},
      since_{deps_.context.now()} {
  deps_.server.node().on_change([this] { schedule_check(deps_.context.now()); });
  deps_.server.on_reachability([this] { connection_changed(); });
}

void NodeLifecycle::connection_changed() {
  if (!deps_.server.is_up()) return;
  since_ = deps_.context.now();
  schedule_check(since_);
}

void NodeLifecycle::schedule_check(sim::Time time) {
  const sim::Time look_at = looks_.after(time);
  if (next_ && *next_ <= look_at) return;
  if (next_) deps_.context.cancel(next_look_);
  next_ = look_at;
  next_look_ = deps_.context.at(look_at, [this] { look(); });
}

std::string_view NodeLifecycle::ready_status() const {
  const apiserver::NodeCondition* ready = deps_.server.node().find("Ready");
  return ready == nullptr ? "Unknown" : std::string_view{ready->status};
}

std::optional<sim::Time> NodeLifecycle::lost_at() const {
  const apiserver::NodeObject& node = deps_.server.node();
  if (node.has_heartbeats()) return std::nullopt;
  // A heartbeat counts from the check that saw it.
  const sim::Time seen = looks_.at_or_after(node.last_heartbeat(deps_.context.now()).value_or(since_));
  return std::max(seen, since_) + grace_;
}

void NodeLifecycle::look() {
  PODREEL_INVARIANT(next_ && *next_ == deps_.context.now(), "a check is made when it is due");
  next_.reset();
  if (!deps_.server.is_up()) return;
  const std::optional<sim::Time> lost = lost_at();
  const bool is_lost = lost && deps_.context.now() > *lost;
  if (is_lost) mark_unknown();
  const std::string_view status = ready_status();
  const bool is_ready = status == "True";
  if (was_ready_ && !is_ready) {
    report_not_ready();
    mark_pods_not_ready();
    not_ready_since_ = deps_.context.now();
  }
  if (is_ready) not_ready_since_.reset();
  was_ready_ = is_ready;
  PODREEL_INVARIANT(!is_ready || !not_ready_since_, "a node that is Ready is not waited for");
  if (deps_.behaviour.has(release::taint_based_evictions)) {
    taint(status);
  } else {
    evict_late(status);
  }
  if (lost && !is_lost) schedule_check(*lost);
}

void NodeLifecycle::mark_unknown() {
  const std::vector<apiserver::NodeCondition> conditions = deps_.server.node().conditions();
  for (apiserver::NodeCondition condition : conditions) {
    if (condition.status == "Unknown") continue;
    condition.status = "Unknown";
    condition.reason = "NodeStatusUnknown";
    condition.message = "Kubelet stopped posting node status.";
    condition.last_transition = deps_.context.now();
    if (condition.type == "Ready") {
      deps_.recorder.record(
          "", trace::Node{.ready = fmt::format("{}:{}:{}", condition.status, condition.reason, condition.message)});
    }
    deps_.server.node().set(std::move(condition));
  }
}

void NodeLifecycle::report_not_ready() {
  write_event(deps_.recorder, node_controller, {}, "Normal", "NodeNotReady",
              fmt::format("Node {} status is now: NodeNotReady", deps_.node.name));
}

void NodeLifecycle::mark_pods_not_ready() {
  for (const api::PodPtr& pod : deps_.server.list()) {
    const api::PodCondition* known = api::find_condition(pod->status, "Ready");
    if (known == nullptr || known->status != "True") continue;
    api::PodStatus status = pod->status;
    api::PodCondition condition = *known;
    condition.status = "False";
    condition.last_transition_time = deps_.context.now();
    api::set_condition(status.conditions, std::move(condition));
    static_cast<void>(deps_.server.patch_pod_status(pod->metadata.uid, std::move(status), nullptr));
    write_event(deps_.recorder, node_controller, api::full_name(*pod), "Warning", "NodeNotReady", "Node is not ready");
  }
}

void NodeLifecycle::taint(std::string_view status) {
  std::optional<kubelet::Taint> wanted;
  if (status != "True") {
    wanted = kubelet::Taint{
        .key = std::string{status == "False" ? not_ready_key : unreachable_key}, .value = {}, .effect = "NoExecute"};
  }
  std::vector<kubelet::Taint>& taints = deps_.node.taints;
  const auto known = std::ranges::find_if(taints, is_of_lifecycle);
  const bool has_it = known == taints.end() ? !wanted : wanted == *known;
  if (has_it) return;
  std::erase_if(taints, is_of_lifecycle);
  if (wanted) taints.push_back(*wanted);
  deps_.recorder.record("", trace::Node{.what = wanted ? "Node is tainted" : "Node is not tainted any more",
                                        .message = wanted ? std::optional{wanted->key + ":NoExecute"} : std::nullopt});
  evictions_.set_taints(wanted ? std::vector{*wanted} : std::vector<kubelet::Taint>{});
}

void NodeLifecycle::evict_late(std::string_view status) {
  if (!not_ready_since_) return;
  // An unreachable node counts from its last heartbeat on, one that reports not Ready from that report on.
  const sim::Time since = status == "Unknown" ? *not_ready_since_ - grace_ : *not_ready_since_;
  const sim::Time due = since + eviction_timeout_;
  if (deps_.context.now() <= due) return schedule_check(due);
  delete_pods();
  not_ready_since_.reset();
}

void NodeLifecycle::delete_pods() {
  write_event(deps_.recorder, node_controller, {}, "Normal", "DeletingAllPods",
              fmt::format("Node {} event: Deleting all Pods from Node {}.", deps_.node.name, deps_.node.name));
  for (const api::PodPtr& pod : deps_.server.list()) {
    api::PodStatus status = pod->status;
    status.reason = "NodeLost";
    status.message =
        fmt::format("Node {} which was running pod {} is unresponsive", deps_.node.name, pod->metadata.name.view());
    static_cast<void>(deps_.server.patch_pod_status(pod->metadata.uid, std::move(status), nullptr));
    if (pod->metadata.deletion_timestamp) continue;
    const std::string name = api::full_name(*pod);
    write_event(deps_.recorder, node_controller, name, "Normal", "NodeControllerEviction",
                fmt::format("Marking for deletion Pod {} from Node {}", pod->metadata.name.view(), deps_.node.name));
    deps_.server.request_deletion(name, std::nullopt);
  }
}

}  // namespace podreel::simulation
