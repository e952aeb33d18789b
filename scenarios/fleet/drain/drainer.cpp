#include "scenarios/fleet/drain/drainer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

std::string empty_dir_of(const nlohmann::json& pod) {
  const nlohmann::json* volumes = api::find_member(pod.at("spec"), "volumes");
  if (volumes == nullptr) return {};
  const auto found =
      std::ranges::find_if(*volumes, [](const nlohmann::json& volume) { return volume.contains("emptyDir"); });
  return found == volumes->end() ? std::string{} : found->at("name").get<std::string>();
}

}  // namespace

Drainer::Drainer(ControlPlane& control_plane, const Plan& plan) : control_plane_{control_plane}, plan_{plan} {
  control_plane_.observe([this](PodId pod) { is_gone(pod); }, [this] { check_finished(); });
}

void Drainer::begin_batch(sim::Time at) {
  nodes_.clear();
  leaving_.clear();
  batch_begins_ = at;
  is_over_ = awaits_recovery_ = false;
  ++batch_;
}

void Drainer::begin_masters(const std::vector<std::uint32_t>& nodes, const Masters& masters, sim::Time at) {
  begin_batch(at);
  control_plane_.set_masters_upgrading(true);
  for (const std::uint32_t node : nodes) {
    nodes_.push_back(std::make_shared<DrainedNode>(DrainedNode{node}));
    nodes_.back()->turn_begins = control_plane_.send(node, {at, {}});
    for (const format::Step& step : masters.steps.steps) control_plane_.send(node, {at + step.at, step.action});
  }
  control_plane_.process().at(at + masters.watched_for, [this] {
    for (const NodePtr& node : nodes_) node->uncordoned = control_plane_.events().now();
    check_finished();
  });
}

void Drainer::begin(const std::vector<std::uint32_t>& nodes, const NodeSteps& steps, bool stops_kubelet, sim::Time at) {
  begin_batch(at);
  steps_ = &steps;
  stops_kubelet_ = stops_kubelet;
  for (const std::uint32_t node : nodes) {
    nodes_.push_back(std::make_shared<DrainedNode>(DrainedNode{node}));
    control_plane_.process().at(at + control_plane_.draw(timing::api_request),
                                [this, drained = nodes_.back()] { drain(drained); });
  }
  if (!plan_.drain->timeout) {
    control_plane_.process().at(at + plan_.recovery, [this, batch = batch_] { check_progress(batch); });
  }
}

const Workload& Drainer::workload_of(PodId pod) const {
  return control_plane_.cluster().workloads[control_plane_.pod(pod).replica.workload];
}

void Drainer::drain(const NodePtr& node) {
  control_plane_.cordon(node->node, true);
  std::vector<PodId> pods = control_plane_.pods_on(node->node);
  std::erase_if(pods, [this](PodId pod) { return workload_of(pod).owner == Owner::daemon_set; });
  for (const PodId pod : pods) {
    if (const std::string reason = obstacle(pod); !reason.empty()) return give_up(node, reason);
  }
  if (const std::optional<sim::Duration> timeout = plan_.drain->timeout) {
    control_plane_.process().after(*timeout, [this, node] {
      if (node->turn_begins || node->uncordoned) return;
      const std::string text =
          fmt::format("the drain exceeded its timeout of {}", format::duration_text(*plan_.drain->timeout));
      give_up(node, node->refusals.empty() ? text : text + ": " + node->refusals.begin()->second);
    });
  }
  // Counts one more, so that a node without pods is drained, too.
  node->leaving = pods.size() + 1;
  for (const PodId pod : pods) {
    control_plane_.process().after(control_plane_.draw(timing::api_request), [this, node, pod] { evict(node, pod); });
  }
  has_left(node);
}

std::string Drainer::obstacle(PodId pod) const {
  const Workload& workload = workload_of(pod);
  if (control_plane_.pod(pod).is_finished()) return {};
  const std::string volume = empty_dir_of(*manifest_of(workload, control_plane_.pod(pod).replica.ordinal));
  if (!volume.empty() && !plan_.drain->delete_empty_dir_data) {
    return fmt::format("{} has the emptyDir volume {}; set deleteEmptyDirData in the plan to delete it",
                       control_plane_.name_of(pod), volume);
  }
  if (workload.owner == Owner::none && !plan_.drain->force) {
    return fmt::format("{} has no controller; set force in the plan to delete it", control_plane_.name_of(pod));
  }
  return {};
}

void Drainer::evict(const NodePtr& node, PodId pod) {
  if (node->uncordoned) return;
  const ClusterPod& evicted = control_plane_.pod(pod);
  if (evicted.is_gone) return has_left(node);
  const EvictionAnswer answer = plan_.drain->disable_eviction ? EvictionAnswer{} : control_plane_.evict(evicted);
  if (answer.verdict == cluster::EvictionVerdict::several_budgets) {
    return give_up(node,
                   fmt::format("{} matches more than one PodDisruptionBudget, which the eviction API does not support",
                               control_plane_.name_of(pod)));
  }
  if (answer.verdict == cluster::EvictionVerdict::refused) return is_refused(node, pod, answer);
  node->refusals.erase(pod);
  leaving_.insert_or_assign(pod, Leaving{node, control_plane_.events().now()});
  if (evicted.is_deleted) return;
  ++outcome_.evicted;
  if (workload_of(pod).owner == Owner::none && !evicted.is_finished()) ++outcome_.lost;
  control_plane_.delete_pod(pod, plan_.drain->grace_period_seconds, node->node);
}

void Drainer::is_refused(const NodePtr& node, PodId pod, const EvictionAnswer& answer) {
  ++outcome_.refused;
  node->refusals[pod] = fmt::format(
      "the PodDisruptionBudget {} requires {} healthy pods and has {}, so {} cannot be evicted", title(*answer.budget),
      answer.status.needs.desired_healthy, answer.status.healthy, control_plane_.name_of(pod));
  const sim::Time now = control_plane_.events().now();
  if (!plan_.drain->timeout && answer.is_final && now - last_progress() >= 2 * timing::eviction_retry) {
    return get_stuck();
  }
  control_plane_.process().after(timing::eviction_retry, [this, node, pod] { evict(node, pod); });
}

void Drainer::is_gone(PodId pod) {
  const auto found = leaving_.find(pod);
  if (found == leaving_.end()) return;
  const sim::Duration waited = control_plane_.events().now() - found->second.since;
  const auto looks = (waited + timing::deletion_poll - sim::Duration{1}) / timing::deletion_poll;
  control_plane_.process().at(found->second.since + looks * timing::deletion_poll,
                              [this, node = found->second.node] { has_left(node); });
  leaving_.erase(found);
}

/// Called when a pod has left the node; after the last one the node's upgrade begins.
void Drainer::has_left(const NodePtr& node) {
  if (node->uncordoned) return;
  PODREEL_INVARIANT(node->leaving > 0, "only counted pods leave a node");
  if (--node->leaving > 0) return;
  const sim::Time begin = control_plane_.send(node->node, {});
  node->turn_begins = begin;
  control_plane_.set_upgrading(node->node, true);
  if (stops_kubelet_) control_plane_.send(node->node, {begin, actions::stop_kubelet()});
  sim::Time last = begin;
  for (const format::Step& step : steps_->steps) {
    last = begin + step.at;
    control_plane_.send(node->node, {last, step.action});
  }
  last += control_plane_.draw(timing::node_ready_again);
  upgrades_end_ = std::max(upgrades_end_, last);
  control_plane_.process().at(last, [this, node] { uncordon(node); });
}

void Drainer::give_up(const NodePtr& node, const std::string& reason) {
  if (node->uncordoned) return;
  outcome_.undrained.push_back({node->node, reason});
  uncordon(node);
}

void Drainer::uncordon(const NodePtr& node) {
  node->uncordoned = control_plane_.events().now();
  control_plane_.cordon(node->node, false);
  check_finished();
}

void Drainer::check_finished() {
  const bool is_uncordoned =
      std::ranges::all_of(nodes_, [](const NodePtr& node) { return node->uncordoned.has_value(); });
  if (is_over_ || !is_uncordoned) return;
  if (!control_plane_.outages().are_awaited()) return finish();
  if (std::exchange(awaits_recovery_, true)) return;
  control_plane_.process().after(plan_.recovery, [this, batch = batch_] {
    if (batch == batch_) finish();
  });
}

void Drainer::finish() {
  PODREEL_INVARIANT(std::ranges::all_of(nodes_, [](const NodePtr& node) { return node->uncordoned.has_value(); }),
                    "a batch is over when all of its nodes are uncordoned");
  is_over_ = true;
  control_plane_.set_masters_upgrading(false);
  for (const NodePtr& node : nodes_) control_plane_.set_upgrading(node->node, false);
}

sim::Time Drainer::last_progress() const {
  return std::max({control_plane_.last_change(), upgrades_end_, batch_begins_});
}

/// Gives up if nothing has changed for the maximum recovery time.
void Drainer::check_progress(std::uint32_t batch) {
  if (batch != batch_ || is_over_ || awaits_recovery_) return;
  const sim::Time now = control_plane_.events().now();
  if (now - last_progress() >= plan_.recovery || now - batch_begins_ >= format::max_settling) return get_stuck();
  control_plane_.process().at(last_progress() + plan_.recovery, [this, batch] { check_progress(batch); });
}

/// Gives up all nodes, as a user of kubectl would.
void Drainer::get_stuck() {
  const auto title_of = [this](std::uint32_t node) {
    return control_plane_.cluster().name + "/" + node_name(control_plane_.cluster(), node);
  };
  const std::vector<NodePtr> nodes = nodes_;
  for (const NodePtr& node : nodes) {
    if (node->uncordoned) continue;
    std::string reason = node->refusals.empty() ? std::string{} : node->refusals.begin()->second;
    const auto stays = std::ranges::find_if(leaving_, [&](const auto& each) { return each.second.node == node; });
    if (reason.empty() && stays != leaving_.end()) {
      reason = fmt::format("{} does not terminate", control_plane_.name_of(stays->first));
    }
    if (!outcome_.stuck_because) {
      outcome_.stuck_because = fmt::format("{} cannot be drained: {}", title_of(node->node), reason);
    }
    give_up(node, reason);
  }
}

DrainOutcome Drainer::outcome() const {
  DrainOutcome outcome = outcome_;
  outcome.num_delayed = control_plane_.num_delayed();
  outcome.without_node = control_plane_.waiting();
  outcome.placed_later = control_plane_.placed_later();
  return outcome;
}

}  // namespace podreel::fleet
