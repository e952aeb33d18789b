#include "scenarios/fleet/drain/drain_simulation.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <tuple>

#include "engine/api/pod_readiness.hpp"
#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/simulation/node_description.hpp"

namespace podreel::fleet {

namespace {

constexpr sim::Time never = sim::Time::max();

std::uint64_t seed_of(const Fleet& fleet, const Cluster& cluster) {
  return sim::mix(sim::mix(fleet.seed) ^ sim::hash_name(cluster.name + "/control plane"));
}

}  // namespace

WorkerThreads::WorkerThreads(std::size_t threads) : pool{threads} {
  for (std::size_t thread = 0; thread < threads; ++thread) lives.push_back(std::make_unique<SharedLives>());
}

DrainSimulation::DrainSimulation(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, WorkerThreads& workers)
    : fleet_{fleet},
      plan_{plan},
      cluster_{fleet.clusters[cluster]},
      workers_{workers},
      placement_{cluster_},
      control_plane_{cluster_, seed_of(fleet, cluster_),
                     [this](std::uint32_t node, Order order) { send(node, std::move(order)); }},
      drainer_{control_plane_, plan},
      sleeping_nodes_{max_live_nodes()},
      next_of_(node_count(cluster_), never),
      batch_ended_at_{control_plane_.events().now()} {
  settle();
  control_plane_.begin();
}

std::size_t DrainSimulation::max_live_nodes() const {
  const std::uint64_t nodes = node_count(cluster_);
  return nodes <= workers_.max_small_cluster ? nodes : workers_.max_live_nodes;
}

void DrainSimulation::settle() {
  SharedLives& shared = *workers_.lives.front();
  PodId next = 0;
  for (std::uint32_t node = 0; node < next_of_.size(); ++node) {
    const std::vector<Replica>& pods = placement_.pods_of(node);
    SharedLives& own = *workers_.lives[node % workers_.lives.size()];
    nodes_.push_back(std::make_unique<LiveNode>(LiveNode::NodeContext{fleet_, cluster_, plan_, node}, pods, next, own));
    const format::Scenario scenario = node_scenario(fleet_, cluster_, node, pods, plan_);
    simulation::SettledLives& lives = shared.settled.on(scenario, {});
    const kubelet::NodeDescription description = simulation::description_of(scenario.node);
    for (std::size_t index = 0; index < pods.size(); ++index) {
      const format::NamedPod& named = scenario.node.settled->pods[index];
      const api::PodPtr pod = lives.of(named.name, named.object, description)->pod;
      next = control_plane_.settle(pods[index], node, pod->status.phase, is_ready(*pod)) + 1;
    }
  }
  for (const Replica& waiting : placement_.without_node()) {
    control_plane_.settle(waiting, no_node, api::PodPhase::pending, false);
  }
}

void DrainSimulation::send(std::uint32_t node, Order order) {
  nodes_[node]->post(std::move(order));
  note_next(node);
}

void DrainSimulation::note_next(std::uint32_t node) {
  const sim::Time next = nodes_[node]->next_at().value_or(never);
  const sim::Time before = std::exchange(next_of_[node], next);
  if (before == next) return;
  if (before != never) agenda_.erase({before, node});
  if (next != never) agenda_.insert({next, node});
}

std::vector<NodeResult> DrainSimulation::masters(const std::vector<std::uint32_t>& nodes, const Masters& masters) {
  const sim::Time begin = batch_ended_at_;
  drainer_.begin_masters(nodes, masters, begin);
  run();
  batch_ended_at_ = control_plane_.events().now();
  return accounts(begin, Stage::masters);
}

std::vector<NodeResult> DrainSimulation::batch(const std::vector<std::uint32_t>& nodes, const NodeSteps& steps,
                                               bool stops_kubelet, sim::Duration pause) {
  const sim::Time begin = batch_ended_at_ + pause;
  drainer_.begin(nodes, steps, stops_kubelet, begin);
  run();
  batch_ended_at_ = control_plane_.events().now();
  return accounts(begin, Stage::turn);
}

void DrainSimulation::run() {
  while (true) {
    if (workers_.is_dismissed) throw Dismissed{};
    run_control_plane();
    if (drainer_.is_batch_over()) return;
    const sim::Time first = agenda_.empty() ? never : agenda_.begin()->first;
    const sim::Time next = control_plane_.events().next_event_time().value_or(never);
    // The first report of a node arrives a latency later, and its effect takes another one.
    const sim::Time reported_at = first == never ? never : first + ControlPlane::min_latency();
    PODREEL_INVARIANT(std::min(next, reported_at) < never, "an unfinished batch has a next event");
    run_nodes(std::min(next, reported_at) + ControlPlane::min_latency());
  }
}

void DrainSimulation::run_control_plane() {
  sim::Scheduler& events = control_plane_.events();
  while (!drainer_.is_batch_over()) {
    const std::optional<sim::Time> next = events.next_event_time();
    const sim::Time first = agenda_.empty() ? never - ControlPlane::min_latency() : agenda_.begin()->first;
    if (!next || *next >= first + ControlPlane::min_latency()) return;
    events.run_one();
  }
}

void DrainSimulation::run_nodes(sim::Time end) {
  std::vector<std::uint32_t> due;
  for (const auto& [at, node] : agenda_) {
    if (at >= end) break;
    due.push_back(node);
  }
  std::ranges::sort(due);
  const std::size_t threads = workers_.pool.size();
  if (due.size() < 4 * threads || threads == 1) {
    for (const std::uint32_t node : due) nodes_[node]->run_before(end);
  } else {
    workers_.pool.run([&](std::size_t thread) {
      for (const std::uint32_t node : due) {
        if (node % threads == thread) nodes_[node]->run_before(end);
      }
    });
  }
  std::vector<std::pair<std::uint32_t, Report>> reports;
  for (const std::uint32_t node : due) {
    touched_.insert(node);
    note_next(node);
    for (const Report& report : nodes_[node]->take_reports()) reports.emplace_back(node, report);
  }
  std::ranges::stable_sort(reports, {}, [](const auto& second_counts) { return second_counts.second.at; });
  for (const auto& [node, report] : reports) control_plane_.handle_report(node, report);
  limit_live_nodes(due);
}

/// `due` have run.
void DrainSimulation::limit_live_nodes(const std::vector<std::uint32_t>& due) {
  for (const std::uint32_t node : due) {
    const LiveNode::NumOrders orders = nodes_[node]->take_num_orders();
    if (nodes_[node]->is_live()) {
      sleeping_nodes_.note_run(node, nodes_[node]->is_asleep(), orders.followed, orders.repeated);
    }
  }
  sleeping_nodes_.limit([this](std::uint32_t node) { nodes_[node]->hibernate(); });
}

std::vector<NodeResult> DrainSimulation::accounts(sim::Time begin, Stage stage) {
  std::vector<NodeResult> accounts;
  for (const std::shared_ptr<DrainedNode>& drained : drainer_.batch()) {
    NodeResult account = nodes_[drained->node]->take_result(batch_ended_at_);
    const sim::Duration turn = drained->turn_begins.value_or(begin) - begin;
    std::map<std::uint32_t, Second> seconds;
    for (const auto& [second, seen] : account.seconds) {
      const auto at = std::chrono::floor<std::chrono::seconds>(turn + std::chrono::seconds{second}).count();
      seconds[static_cast<std::uint32_t>(at)].restarts += seen.restarts;
    }
    account.seconds = std::move(seconds);
    for (Outage& outage : account.outages) {
      outage.from += turn;
      if (outage.has_ended) outage.until += turn;
    }
    account.looked_at_for = batch_ended_at_ - begin;
    account.done_at = drained->uncordoned.value_or(batch_ended_at_) - begin;
    account.has_recovered = true;
    accounts.push_back(std::move(account));
  }
  PODREEL_INVARIANT(!accounts.empty(), "a batch has nodes");
  add_outages(begin, stage, accounts);
  add_seconds(begin, accounts.front());
  accounts.front().done_at = batch_ended_at_ - begin;
  return accounts;
}

void DrainSimulation::add_outages(sim::Time begin, Stage stage, std::vector<NodeResult>& accounts) {
  const std::vector<std::shared_ptr<DrainedNode>>& batch = drainer_.batch();
  for (const auto& [node, outage] : control_plane_.outages().take_outages(begin)) {
    // The node's own account has the outages of pods that stay on it, and of DaemonSet pods during its upgrade.
    const bool keeps_node =
        stage == Stage::masters || cluster_.workloads[outage.pod.workload].owner == Owner::daemon_set;
    if (keeps_node && outage.has_ended && outage.from >= sim::Duration{}) continue;
    const auto found = std::ranges::find(batch, node, [](const auto& drained) { return drained->node; });
    const auto index = found == batch.end() ? 0 : static_cast<std::size_t>(found - batch.begin());
    NodeResult& account = accounts[index];
    account.outages.push_back(outage);
    account.has_recovered = account.has_recovered && outage.has_ended;
    account.done_at = std::max(account.done_at, outage.until);
  }
}

/// Adds everything that the batch has caused, on any node.
void DrainSimulation::add_seconds(sim::Time begin, NodeResult& account) {
  const std::int64_t first = std::chrono::floor<std::chrono::seconds>(begin - simulation::epoch).count();
  for (const std::uint32_t node : std::exchange(touched_, {})) {
    for (const auto& [second, seen] : nodes_[node]->take_seconds()) {
      Second& second_counts = account.seconds[static_cast<std::uint32_t>(std::max<std::int64_t>(0, second - first))];
      second_counts.api_writes += seen.api_writes;
      second_counts.image_pulls += seen.image_pulls;
    }
  }
}

}  // namespace podreel::fleet
