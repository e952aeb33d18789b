#include "scenarios/fleet/drain/control_plane.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/cluster/model/replacement.hpp"
#include "scenarios/simulation/node.hpp"

namespace podreel::fleet {

namespace {

/// Whether no controller replaces the workload's pods.
bool is_lost(const Workload& workload) {
  return workload.owner == Owner::none;
}

}  // namespace

ControlPlane::ControlPlane(const Cluster& cluster, std::uint64_t seed, Send send)
    : cluster_{cluster},
      send_{std::move(send)},
      timing_{sim::Choices{seed}},
      latencies_{timing_.stream(timing::Site::control_plane)},
      events_{simulation::epoch},
      process_{events_},
      scheduler_{cluster},
      budgets_{cluster},
      controlled_(cluster.workloads.size()),
      on_node_(scheduler_.nodes()),
      is_upgrading_(scheduler_.nodes()),
      last_sent_(scheduler_.nodes()),
      last_received_(scheduler_.nodes()),
      last_change_{events_.now()} {
  for (std::size_t index = 0; index < controlled_.size(); ++index) {
    controlled_[index].next_ordinal = cluster.workloads[index].replicas;
    controlled_[index].is_parallel = cluster.workloads[index].is_parallel;
  }
}

sim::Duration ControlPlane::min_latency() noexcept {
  return timing::watch_delivery.distribution.begin()->duration;
}

PodId ControlPlane::settle(Replica replica, std::uint32_t node, api::PodPhase phase, bool is_ready) {
  const auto id = static_cast<PodId>(pods_.size());
  pods_.push_back({replica, replica.ordinal, node, phase, is_ready});
  std::vector<PodId>& slots = controlled_[replica.workload].slots;
  if (slots.size() <= replica.ordinal) slots.resize(replica.ordinal + 1U);
  slots[replica.ordinal] = id;
  budgets_.count(replica.workload, 1, is_ready ? 1 : 0);
  if (node == no_node) {
    without_node_.push_back(id);
  } else {
    scheduler_.add(replica.workload, node);
    on_node_[node].push_back(id);
  }
  return id;
}

void ControlPlane::begin() {
  num_settled_ = pods_.size();
  for (std::uint32_t budget = 0; budget < cluster_.budgets.size(); ++budget) budgets_.sync(budget);
}

std::string ControlPlane::name_of(PodId id) const {
  const Replica& replica = pods_[id].replica;
  return full_pod_name(cluster_.workloads[replica.workload], replica.ordinal);
}

sim::Time ControlPlane::send(std::uint32_t node, Order order) {
  order.at = std::max(events_.now() + draw(timing::watch_delivery), std::max(last_sent_[node], order.at));
  PODREEL_INVARIANT(order.at >= events_.now() + min_latency(),
                    "no order reaches a node sooner than a watch delivers it");
  last_sent_[node] = order.at;
  const sim::Time at = order.at;
  send_(node, std::move(order));
  return at;
}

void ControlPlane::handle_report(std::uint32_t node, const Report& report) {
  const sim::Time at = std::max(report.at + draw(timing::watch_delivery), last_received_[node]);
  PODREEL_INVARIANT(at >= events_.now(), "reports of nodes do not arrive in the past");
  last_received_[node] = at;
  process_.at(at, [this, report] { learn(report); });
}

void ControlPlane::learn(const Report& report) {
  const ClusterPod before = pods_[report.pod];
  last_change_ = std::max(last_change_, events_.now());
  if (report.is_gone) return is_gone(report.pod);
  change(report.pod, [&report](ClusterPod& pod) {
    pod.phase = report.phase;
    pod.is_ready = report.is_ready;
  });
  const ClusterPod& pod = pods_[report.pod];
  if (pod.is_finished() && !before.is_finished()) has_finished(report.pod);
  if (pod.is_ready == before.is_ready || pod.is_deleted) return;
  const Workload& workload = cluster_.workloads[pod.replica.workload];
  if (pod.is_ready) {
    outages_.end(slot_of(pod), report.at);
    if (recovered_) recovered_();
  } else if (masters_are_upgrading_ || (workload.owner == Owner::daemon_set && is_upgrading_[pod.node])) {
    outages_.begin(slot_of(pod), report.at, pod.node, false);
  }
  if (workload.owner == Owner::stateful_set) notify(pod.replica.workload);
}

void ControlPlane::change(PodId id, const std::function<void(ClusterPod&)>& change) {
  ClusterPod& pod = pods_[id];
  const bool was_healthy = pod.is_healthy();
  const bool was_there = !pod.is_gone;
  change(pod);
  const int healthy = int{pod.is_healthy()} - int{was_healthy};
  const int there = int{!pod.is_gone} - int{was_there};
  if (healthy == 0 && there == 0) return;
  budgets_.count(pod.replica.workload, there, healthy);
  budgets_changed(pod.replica.workload);
}

void ControlPlane::budgets_changed(std::uint32_t workload) {
  for (const std::uint32_t budget : budgets_.of(workload)) {
    if (!queued_budgets_.insert(budget).second) continue;
    process_.after(draw_reaction_delay(), [this, budget] {
      queued_budgets_.erase(budget);
      budgets_.sync(budget);
    });
  }
}

void ControlPlane::delete_pod(PodId id, std::optional<std::int64_t> grace_period_seconds, std::uint32_t because_of) {
  const ClusterPod before = pods_[id];
  if (before.is_deleted || before.is_gone) return;
  const Workload& workload = cluster_.workloads[before.replica.workload];
  const nlohmann::json& spec = manifest_of(workload, before.replica.ordinal)->at("spec");
  const std::int64_t own = spec.value("terminationGracePeriodSeconds", std::int64_t{30});
  last_change_ = std::max(last_change_, events_.now() + std::chrono::seconds{grace_period_seconds.value_or(own)});
  change(id, [](ClusterPod& pod) { pod.is_deleted = true; });
  if (before.is_ready) outages_.begin(slot_of(before), events_.now(), because_of, is_lost(workload));
  if (before.node == no_node) return is_gone(id);
  if (!before.is_finished()) scheduler_.count_deleted(before.replica.workload, before.node, 1);
  send(before.node, {.pod = PodOrder{before.replica, {}, grace_period_seconds}});
  // A ReplicaSet replaces pods that are being deleted, a StatefulSet those that are deleted.
  if (workload.owner != Owner::replica_set || before.is_finished()) return;
  controlled_[before.replica.workload].vacant.push_back(before.slot);
  notify(before.replica.workload);
}

void ControlPlane::has_finished(PodId id) {
  const ClusterPod& pod = pods_[id];
  const Workload& workload = cluster_.workloads[pod.replica.workload];
  leave_node(pod);
  retry_without_node();
  if (pod.is_deleted || pod.phase == api::PodPhase::succeeded) return;
  if (workload.owner == Owner::stateful_set) return delete_pod(id, std::nullopt, no_node);
  if (workload.owner != Owner::replica_set) return;
  controlled_[pod.replica.workload].vacant.push_back(pod.slot);
  notify(pod.replica.workload);
}

void ControlPlane::leave_node(const ClusterPod& pod) {
  if (pod.is_deleted) scheduler_.count_deleted(pod.replica.workload, pod.node, -1);
  scheduler_.remove(pod.replica.workload, pod.node);
}

void ControlPlane::is_gone(PodId id) {
  if (pods_[id].is_gone) return;
  change(id, [](ClusterPod& pod) { pod.is_gone = true; });
  const ClusterPod& pod = pods_[id];
  if (pod.node == no_node) {
    std::erase(without_node_, id);
  } else {
    std::erase(on_node_[pod.node], id);
    if (!pod.is_finished()) leave_node(pod);
    retry_without_node();
  }
  if (cluster_.workloads[pod.replica.workload].owner == Owner::stateful_set) notify(pod.replica.workload);
  if (gone_) gone_(id);
}

sim::Duration ControlPlane::draw_reaction_delay() {
  const sim::Duration delivery_delay = draw(timing::watch_delivery);
  return delivery_delay + draw(timing::controller_work);
}

void ControlPlane::notify(std::uint32_t workload) {
  if (std::exchange(controlled_[workload].is_queued, true)) return;
  process_.after(draw_reaction_delay(), [this, workload] {
    controlled_[workload].is_queued = false;
    reconcile(workload);
  });
}

void ControlPlane::reconcile(std::uint32_t workload) {
  if (cluster_.workloads[workload].owner == Owner::stateful_set) return reconcile_stateful_set(workload);
  Controlled& controlled = controlled_[workload];
  for (; !controlled.vacant.empty(); controlled.vacant.pop_front()) {
    create(workload, controlled.next_ordinal++, controlled.vacant.front());
  }
}

void ControlPlane::reconcile_stateful_set(std::uint32_t workload) {
  using cluster::ReplicaState;
  const Controlled& controlled = controlled_[workload];
  const auto state_of = [&](std::size_t slot) {
    const ClusterPod& pod = pods_[controlled.slots[slot]];
    if (pod.is_gone) return ReplicaState::missing;
    return pod.is_healthy() ? ReplicaState::available : ReplicaState::unavailable;
  };
  cluster::fill_ordinals(controlled.slots.size(), controlled.is_parallel, state_of,
                         [&](std::size_t slot, ReplicaState) {
                           const auto ordinal = static_cast<std::uint32_t>(slot);
                           create(workload, ordinal, ordinal);
                         });
}

void ControlPlane::create(std::uint32_t workload, std::uint32_t ordinal, std::uint32_t slot) {
  const auto id = static_cast<PodId>(pods_.size());
  pods_.push_back({{workload, ordinal}, slot});
  PodId& in_slot = controlled_[workload].slots[slot];
  PODREEL_INVARIANT(pods_[in_slot].is_gone || pods_[in_slot].is_deleted || pods_[in_slot].is_finished(),
                    "only a pod that is deleted or has ended is replaced");
  in_slot = id;
  budgets_.count(workload, 1, 0);
  budgets_changed(workload);
  last_change_ = std::max(last_change_, events_.now());
  process_.after(draw_reaction_delay(), [this, id] { schedule(id); });
}

void ControlPlane::schedule(PodId id) {
  if (pods_[id].is_gone || bind(id)) return;
  without_node_.push_back(id);
  ++num_delayed_;
}

bool ControlPlane::bind(PodId id) {
  ClusterPod& pod = pods_[id];
  PODREEL_INVARIANT(pod.node == no_node, "a pod is bound once");
  const std::optional<std::uint32_t> node = scheduler_.node_for(pod.replica.workload);
  if (!node) return false;
  scheduler_.add(pod.replica.workload, *node);
  pod.node = *node;
  on_node_[*node].push_back(id);
  if (id < num_settled_) ++placed_later_[pod.replica.workload];
  last_change_ = std::max(last_change_, events_.now());
  send(*node, {.pod = PodOrder{pod.replica, id}});
  return true;
}

/// Retries all pods without a node. If one pod of a workload fits no node, its others are not tried.
void ControlPlane::retry_without_node() {
  if (without_node_.empty() || std::exchange(is_retry_queued_, true)) return;
  process_.after(draw_reaction_delay(), [this] {
    is_retry_queued_ = false;
    std::set<std::uint32_t> hopeless;
    std::erase_if(without_node_, [&](PodId id) {
      const std::uint32_t workload = pods_[id].replica.workload;
      if (hopeless.contains(workload)) return false;
      if (bind(id)) return true;
      hopeless.insert(workload);
      return false;
    });
  });
}

void ControlPlane::cordon(std::uint32_t node, bool is_cordoned) {
  scheduler_.cordon(node, is_cordoned);
  last_change_ = std::max(last_change_, events_.now());
  if (!is_cordoned) retry_without_node();
}

void ControlPlane::set_upgrading(std::uint32_t node, bool is_upgrading) {
  is_upgrading_[node] = is_upgrading;
}

}  // namespace podreel::fleet
