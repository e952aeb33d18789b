#include "engine/kubelet/node_status/node_status_manager.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/eviction/eviction_manager.hpp"
#include "engine/kubelet/node_status/node_lister.hpp"
#include "engine/kubelet/node_status/registration.hpp"
#include "engine/kubelet/runtime_state.hpp"
#include "engine/kubelet/shutdown/node_shutdown.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/shutting_down.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

using apiserver::NodeCondition;

// pkg/kubelet/kubelet.go nodeStatusUpdateRetry.
constexpr int max_tries = 5;
// component-helpers/apimachinery/lease: a lease is renewed so often while it holds.
constexpr int renewals = 4;

}  // namespace

NodeStatusManager::NodeStatusManager(const Dependencies& dependencies, const KubeletConfiguration& config)
    : deps_{dependencies},
      period_{config.node_status_update_frequency},
      heartbeat_period_{deps_.behaviour.has(release::node_leases) ? config.node_lease_duration / renewals : period_} {
  deps_.api_server.node().on_change([this] {
    if (deps_.process.alive()) recheck();
  });
}

void NodeStatusManager::start(std::optional<sim::Duration> setup) {
  PODREEL_INVARIANT(!has_begun_, "a node status manager is started once");
  const sim::Time now = deps_.process.now();
  if (setup) {
    status_begins_ = now + *setup;
    heartbeats_begin_ = now + *setup;
  } else {
    const auto phase = [this](std::string_view what) { return deps_.timing.draw(timing::node_status_phase, what); };
    status_begins_ = now - std::min(phase("status"), period_);
    heartbeats_begin_ = now - std::min(phase("lease"), heartbeat_period_);
    write(health(), false);
  }
  sim::spawn(deps_.process, run(setup));
}

void NodeStatusManager::stop() {
  deps_.api_server.node().end_heartbeats(deps_.process.now());
}

sim::Task<> NodeStatusManager::run(std::optional<sim::Duration> setup) {
  if (setup) co_await sim::sleep_for(deps_.process, *setup);
  has_begun_ = true;
  if (setup) co_await start_up();
  begin_heartbeats();
  if (setup) co_await report_first();
  for (;;) {
    co_await pause();
    const bool takes_time = is_restless();
    const sim::Time begun = deps_.process.now();
    co_await report();
    // The next tick counts from the end of what took its time (JitterUntil, sliding).
    if (takes_time && deps_.process.now() > begun) status_begins_ = deps_.process.now();
  }
}

sim::Task<> NodeStatusManager::start_up() {
  deps_.node_lister.on_construct([this] { record_node(); });
  record_start();
  if (!deps_.node_lister.is_known()) co_await register_node();
}

sim::Task<> NodeStatusManager::report_first() {
  timing::Stream chance = deps_.timing.stream(timing::Site::first_node_report);
  const bool is_early = deps_.behaviour.has(release::node_reported_before_runtime_check) &&
                        deps_.api_server.is_reachable() && chance.draw(timing::node_precedes_runtime_check);
  if (is_early) {
    co_await sim::sleep_for(deps_.process, chance.draw(timing::first_node_report));
    if (deps_.api_server.is_reachable()) {
      write({.errors = deps_.runtime_state.node_errors_before_check(), .pressures = deps_.eviction.conditions()}, true);
    }
    status_begins_ = deps_.process.now();
    // If it has seen the node Ready before, it no longer looks whether the node becomes Ready (fastNodeStatusUpdate).
    if (!chance.draw(timing::node_becomes_ready_at_once)) co_return;
    co_await sim::sleep_for(deps_.process, chance.draw(timing::fast_node_report));
  } else {
    // A first relist shows that the runtime is up.
    co_await sim::sleep_for(deps_.process, timing::relist_period);
  }
  co_await report();
}

sim::Task<> NodeStatusManager::register_node() {
  return registration(deps_.process, deps_.api_server, [this] { record_node(); });
}

sim::Task<> NodeStatusManager::wipe_resource_slices() {
  timing::Stream jitter = deps_.timing.stream(timing::Site::resource_slices);
  for (sim::Duration wait = timing::resource_slices_retry_first;;
       wait = std::min<sim::Duration>(2 * wait, timing::resource_slices_retry_max)) {
    deps_.node_lister.read();
    if (deps_.api_server.is_reachable()) co_return;
    co_await sim::sleep_for(deps_.process, wait + jitter.draw(timing::resource_slices_jitter, wait));
  }
}

void NodeStatusManager::record_node() {
  for (const NodeCondition& condition : conditions_of(health(), deps_.behaviour)) {
    if (condition.type != "Ready") record_event(event_of(condition));
  }
}

void NodeStatusManager::record_start() {
  deps_.events.record_of_node(sync::EventType::normal, "Starting", "Starting kubelet.");
  record_node();
  if (deps_.behaviour.has(release::resource_slices_wiped_at_start)) sim::spawn(deps_.process, wipe_resource_slices());
  deps_.events.record_of_node(sync::EventType::normal, "NodeAllocatableEnforced",
                              "Updated Node Allocatable limit across pods");
}

void NodeStatusManager::begin_heartbeats() {
  if (!has_begun_ || !deps_.api_server.is_reachable()) return;
  PODREEL_INVARIANT(heartbeat_period_ > sim::Duration{}, "heartbeats come one after the other");
  const Ticker ticks{heartbeats_begin_, heartbeat_period_};
  const sim::Time now = deps_.process.now();
  deps_.api_server.node().begin_heartbeats(ticks.at_or_after(now), heartbeat_period_, now);
}

void NodeStatusManager::connection_changed() {
  if (deps_.api_server.is_reachable()) {
    begin_heartbeats();
  } else {
    deps_.api_server.node().end_heartbeats(deps_.process.now());
  }
  recheck();
}

void NodeStatusManager::recheck() {
  if (parked_) deps_.process.wake(*std::exchange(parked_, std::nullopt));
}

void NodeStatusManager::report_now() {
  if (has_begun_) sim::spawn(deps_.process, report());
}

sim::Task<> NodeStatusManager::pause() {
  if (deps_.skip_idle_work && !has_news()) {
    PODREEL_INVARIANT(!parked_, "one loop reports the node's status");
    co_await sim::park(deps_.process, [this](sim::EventId parked) { parked_ = parked; });
  }
  co_await sim::sleep_until(deps_.process, next_tick());
}

NodeHealth NodeStatusManager::health() const {
  NodeHealth health{.errors = deps_.runtime_state.node_errors(), .pressures = deps_.eviction.conditions()};
  if (deps_.shutdown.is_under_way() && deps_.behaviour.has(release::shutdown_is_node_condition)) {
    health.errors.emplace_back(NodeShutdown::node_error);
  }
  return health;
}

bool NodeStatusManager::is_restless() const {
  const bool is_well = deps_.changes.relist_is_instant() && !deps_.runtime_state.is_suspected();
  return !is_well || !health().errors.empty();
}

bool NodeStatusManager::has_news() const {
  if (is_restless() || !deps_.api_server.is_reachable()) return true;
  const std::vector<NodeCondition> conditions = conditions_of(health(), deps_.behaviour);
  return std::ranges::any_of(conditions, [this](const NodeCondition& condition) {
    const NodeCondition* known = deps_.api_server.node().find(condition.type);
    return known == nullptr || known->status != condition.status || known->message != condition.message;
  });
}

sim::Time NodeStatusManager::next_tick() const {
  const sim::Time now = deps_.process.now();
  for (auto number = std::max<std::int64_t>((now - status_begins_) / period_, 1);; ++number) {
    timing::Stream stream = deps_.timing.stream(timing::Site::node_status_jitter, fmt::format("{}", number));
    const sim::Time tick = status_begins_ + number * period_ + stream.draw(timing::node_status_jitter, period_);
    if (tick > now) return tick;
  }
}

sim::Task<> NodeStatusManager::report() {
  // Without a lease, writes of its status show that the node is alive.
  const bool blocks = !deps_.behaviour.has(release::node_leases) && is_restless();
  if (blocks) deps_.api_server.node().end_heartbeats(deps_.process.now());
  co_await try_to_report();
  if (blocks) begin_heartbeats();
}

sim::Task<> NodeStatusManager::try_to_report() {
  for (int tries = 0; tries < max_tries; ++tries) {
    if (deps_.api_server.is_reachable()) {
      // The result does not matter, but the call takes time.
      static_cast<void>(co_await deps_.runtime.version(deps_.process));
      if (deps_.api_server.is_reachable()) co_return write(health(), true);
    }
    const bool is_cut_off = deps_.api_server.is_cut_off();
    if (is_cut_off) co_await sim::sleep_for(deps_.process, period_);
    deps_.recorder.record(
        "", trace::Node{.what = "Error updating node status, will retry",
                        .message = fmt::format("error getting node \"{}\": {}", deps_.node_name,
                                               is_cut_off ? "context deadline exceeded" : "connection refused")});
  }
  deps_.recorder.record(
      "", trace::Node{.what = "Unable to update node status", .message = "update node status exceeds retry count"});
}

void NodeStatusManager::write(const NodeHealth& health, bool records) {
  apiserver::NodeObject& node = deps_.api_server.node();
  for (NodeCondition& condition : conditions_of(health, deps_.behaviour)) {
    const NodeCondition* known = node.find(condition.type);
    const bool has_new_status = known == nullptr || known->status != condition.status;
    condition.last_transition = has_new_status ? deps_.process.now() : known->last_transition;
    if (known != nullptr && *known == condition) continue;
    if (records) record(condition, has_new_status);
    node.set(std::move(condition));
  }
}

void NodeStatusManager::record(const NodeCondition& condition, bool has_new_status) {
  if (condition.type != "Ready") {
    deps_.recorder.record("", trace::Node{.what = fmt::format("{} is {}", condition.type, condition.status),
                                          .message = condition.message});
  } else if (condition.status == "True") {
    deps_.recorder.record("", trace::Node{.ready = fmt::format("True:{}", condition.reason)});
  } else {
    deps_.recorder.record(
        "", trace::Node{.ready = fmt::format("{}:{}:{}", condition.status, condition.reason, condition.message)});
  }
  if (has_new_status) record_event(event_of(condition));
}

void NodeStatusManager::record_event(std::string_view reason) {
  deps_.events.record_of_node(sync::EventType::normal, reason,
                              fmt::format("Node {} status is now: {}", deps_.node_name, reason));
}

}  // namespace podreel::kubelet
