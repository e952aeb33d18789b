#include "scenarios/fleet/drain/live_node.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>
#include <variant>

#include "engine/api/pod_readiness.hpp"
#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/format/actions/kubelet.hpp"

namespace podreel::fleet {

namespace {

/// Policies are replaced after this number of nodes, so that their caches stay small.
constexpr std::size_t max_nodes_of_policies = 32;

/// Whether nodes keep nothing of their past but their pods and their kubelet's settings, and each is upgraded once, so
/// that no later kubelet meets containers that an earlier one has started.
bool is_past_negligible(const Fleet& fleet, const Plan& plan) {
  const runtime_fake::RuntimeScript& runtime = fleet.runtime;
  if (!runtime.calls.empty() || !runtime.images.empty() || runtime.image_filesystem || runtime.node_usage) return false;
  if (plan.masters || !plan.roll_back.is_empty()) return false;
  return std::ranges::all_of(plan.node.steps,
                             [](const format::Step& step) { return actions::replaces_kubelet(*step.action); });
}

bool has_restarted(const api::Pod& pod) {
  return std::ranges::any_of(pod.status.container_statuses,
                             [](const api::ContainerStatus& status) { return status.restart_count > 0; });
}

}  // namespace

LiveNode::Simulated::Simulated(format::Scenario of)
    : scenario{std::move(of)}, timing{sim::Choices{scenario.seed}, scenario.timing}, node{scenario, timing} {}

LiveNode::LiveNode(const NodeContext& place, const std::vector<Replica>& pods, PodId first_pod, SharedLives& shared)
    : place_{place}, shared_{shared}, pods_{pods}, first_pod_{first_pod} {}

LiveNode::~LiveNode() = default;

void LiveNode::post(Order order) {
  PODREEL_INVARIANT(orders_.empty() || order.at >= orders_.back().at, "orders arrive in order of time");
  orders_.push_back(std::move(order));
}

std::optional<sim::Time> LiveNode::next_at() {
  std::optional<sim::Time> next;
  if (simulated_ && !asleep_since_) {
    if (const std::optional<sim::Time> event = node().scheduler().next_event_time()) next = there(*event);
  }
  if (!orders_.empty() && (!next || orders_.front().at < *next)) next = orders_.front().at;
  return next;
}

void LiveNode::run_before(sim::Time end) {
  while (!orders_.empty() && orders_.front().at < end) {
    const Order order = std::move(orders_.front());
    orders_.pop_front();
    if (followed_.empty()) {
      born_at_ = order.at - timing::node_warm_up;
      start_node();
    }
    if (asleep_since_) wake(order.at);
    node().scheduler().run_into(here(order.at));
    follow(order);
    followed_.push_back(order);
    ++num_orders_.followed;
    followed_.back().at = sim::Time{here(order.at) - start_};
  }
  if (!simulated_ || asleep_since_) return;
  node().scheduler().run_until(here(end) - sim::Duration{1});
  if (!is_at_rest()) return;
  asleep_since_ = end;
  own_asleep_since_ = node().scheduler().now();
}

bool LiveNode::is_at_rest() {
  if (turn_ || !orders_.empty() || node().scheduler().now() - last_activity_ < timing::node_sleeps_after) return false;
  const bool are_settled = std::ranges::all_of(known_, [](const auto& entry) {
    if (entry.second.is_deleted) return false;
    return entry.second.is_ready || api::is_terminal(entry.second.phase);
  });
  return are_settled && !node().runtime().has_scripted_changes();
}

/// Loops continue in their previous phase.
void LiveNode::wake(sim::Time at) {
  PODREEL_INVARIANT(at >= *asleep_since_, "a node wakes after it fell asleep");
  if (!simulated_) resume();
  const sim::Duration slept = at - *asleep_since_;
  born_at_ += slept / timing::sync_period * timing::sync_period;
  asleep_since_.reset();
}

void LiveNode::hibernate() {
  PODREEL_INVARIANT(simulated_ && asleep_since_ && !turn_, "only a node that sleeps hibernates");
  if (can_settle()) settle();
  simulated_.reset();
  known_.clear();
}

bool LiveNode::can_settle() {
  if (keeps_history_ || !node().kubelet_runs() || !is_past_negligible(place_.fleet, place_.plan)) return false;
  const bool is_upgraded = upgrade_began_ != sim::Time{};
  return std::ranges::all_of(known_, [&](const auto& entry) {
    const auto& [name, known] = entry;
    const bool is_running = known.is_ready && !known.is_deleted && known.phase == api::PodPhase::running;
    return is_running && (is_upgraded || !has_restarted(*node().api_server().find(name)));
  });
}

void LiveNode::settle() {
  auto settled = std::make_unique<Settled>();
  for (const auto& [name, known] : known_) settled->pods.push_back({known.id, known.replica});
  settled->kubelet = node().kubelet_settings();
  settled->lives = settled_ ? settled_->lives + 1 : 1;
  settled_ = std::move(settled);
  followed_ = {};
  asleep_since_.reset();
}

/// A node does the same after the same orders, by its own clock.
void LiveNode::resume() {
  const sim::Time upgrade_began = upgrade_began_;
  std::vector<Report> reports = std::exchange(reports_, {});
  std::map<std::int64_t, Second> seconds = std::exchange(seconds_, {});
  start_node();
  for (const Order& order : followed_) {
    node().scheduler().run_into(start_ + order.at.time_since_epoch());
    follow(order);
  }
  num_orders_.repeated += followed_.size();
  node().scheduler().run_until(own_asleep_since_);
  turn_.reset();
  upgrade_began_ = upgrade_began;
  reports_ = std::move(reports);
  seconds_ = std::move(seconds);
}

format::Scenario LiveNode::scenario() const {
  std::vector<Replica> settled;
  if (settled_) std::ranges::transform(settled_->pods, std::back_inserter(settled), &Resident::replica);
  format::Scenario scenario =
      node_scenario(place_.fleet, place_.cluster, place_.index, settled_ ? settled : pods_, place_.plan);
  scenario.timeline.clear();
  if (!settled_) return scenario;
  // The API server keeps the release that it has because of the first kubelet.
  format::ApiServerSettings& api_server = scenario.node.api_server;
  if (!api_server.version) api_server.has_all_field_labels = true;
  api_server.version = format::api_server_release(scenario.node);
  scenario.node.kubelet = settled_->kubelet;
  scenario.seed = sim::mix(scenario.seed ^ settled_->lives);
  return scenario;
}

LiveNode::Resident LiveNode::resident(std::size_t index) const {
  if (settled_) return settled_->pods[index];
  return {first_pod_ + static_cast<PodId>(index), pods_[index]};
}

void LiveNode::start_node() {
  is_watched_ = false;
  simulated_ = std::make_unique<Simulated>(scenario());
  start_ = node().start_time();
  node().recorder().add(*this);
  if (++shared_.num_nodes > max_nodes_of_policies) {
    shared_.policies = {};
    shared_.num_nodes = 1;
  }
  node().use_policies({}, &shared_.policies);
  node().observe([this](const apiserver::ApiServer::PodChange& change) { see(change); });
  for (const NodeSteps* steps : place_.plan.all_steps()) {
    for (const format::Step& step : steps->steps) step.action->prepare(node());
  }
  apiserver::ApiServer& api_server = node().api_server();
  api_server.share_specs(shared_.specs.of(api_server.specs().release(), api_server.specs().gates()));
  node().settle(shared_.settled);
  const std::vector<format::NamedPod>& pods = simulated_->scenario.node.settled->pods;
  for (std::size_t index = 0; index < pods.size(); ++index) {
    const auto [id, replica] = resident(index);
    const api::PodPtr pod = node().api_server().find(pods[index].name);
    // The API has the pods of a node that was settled again as Running and ready.
    known_.emplace(pods[index].name, settled_ ? Known{id, replica, api::PodPhase::running, true}
                                              : Known{id, replica, pod->status.phase, is_ready(*pod)});
  }
  node().boot();
  node().start_kubelet();
  node().scheduler().run_until(start_ + timing::node_warm_up);
  is_watched_ = true;
  last_activity_ = node().scheduler().now();
  for (auto& [name, known] : known_) {
    if (const api::PodPtr pod = node().api_server().find(name)) report(known, *pod, false);
  }
}

void LiveNode::follow(const Order& order) {
  last_activity_ = node().scheduler().now();
  const actions::ActionPtr action = action_of(place_.cluster, order);
  if (!action) return begin_upgrade();
  if (const std::optional<PodOrder>& pod = order.pod; pod && pod->creates) {
    known_.insert_or_assign(action->pod, Known{*pod->creates, pod->replica});
  }
  action->perform(node());
}

void LiveNode::begin_upgrade() {
  upgrade_began_ = node().scheduler().now();
  turn_.emplace(upgrade_began_, true);
  for (const api::PodPtr& pod : node().api_server().list()) {
    const std::string name = api::full_name(*pod);
    const auto known = known_.find(name);
    if (known == known_.end() || known->second.id - first_pod_ >= pods_.size()) continue;
    turn_->expect(name, pods_[known->second.id - first_pod_]);
    turn_->see(upgrade_began_ - sim::Duration{1}, *pod, false);
  }
}

NodeResult LiveNode::take_result(sim::Time end) {
  if (!turn_) return {};
  NodeResult account = turn_->result(here(end) - upgrade_began_);
  turn_.reset();
  std::erase_if(account.outages, [](const Outage& outage) { return !outage.has_ended; });
  return account;
}

void LiveNode::see(const apiserver::ApiServer::PodChange& change) {
  if (!is_watched_) return;
  const bool is_gone = change.kind == apiserver::ApiServer::ChangeKind::deleted;
  if (turn_) turn_->see(node().scheduler().now(), *change.pod, is_gone);
  if (change.kind == apiserver::ApiServer::ChangeKind::added) return;
  const auto known = known_.find(api::full_name(*change.pod));
  if (known == known_.end()) return;
  known->second.is_deleted = change.pod->metadata.deletion_timestamp.has_value();
  report(known->second, *change.pod, is_gone);
  if (is_gone) known_.erase(known);
}

void LiveNode::report(Known& known, const api::Pod& pod, bool is_gone) {
  const bool ready = is_ready(pod);
  if (!is_gone && known.phase == pod.status.phase && known.is_ready == ready) return;
  known.phase = pod.status.phase;
  known.is_ready = ready;
  reports_.push_back({there(node().scheduler().now()), known.id, known.phase, ready, is_gone});
}

trace::Kinds LiveNode::wanted() const {
  return trace::Kinds::activity_kinds() |
         trace::Kinds::of<trace::RuntimeCall, trace::EventWrite, trace::KubeletProcess>();
}

void LiveNode::write(const trace::Record& record) {
  if (!is_watched_) return;
  if (trace::Kinds::activity_kinds().contain(record.payload)) last_activity_ = std::max(last_activity_, record.time);
  if (turn_) turn_->write(record);
  const Second load = load_of(record);
  if (load == Second{}) return;
  seconds_[std::chrono::floor<std::chrono::seconds>(there(record.time) - simulation::epoch).count()] += load;
}

}  // namespace podreel::fleet
