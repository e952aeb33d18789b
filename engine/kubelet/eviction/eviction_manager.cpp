#include "engine/kubelet/eviction/eviction_manager.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/invariant.hpp"
#include "engine/kubelet/eviction/eviction_message.hpp"
#include "engine/kubelet/eviction/eviction_ranking.hpp"
#include "engine/kubelet/eviction/local_storage_limit.hpp"
#include "engine/kubelet/eviction/node_pressure.hpp"
#include "engine/kubelet/preemption/victims.hpp"
#include "engine/kubelet/termination/kill_pod_now.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/release/behaviour/evicting.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

bool contains(const std::vector<std::string_view>& conditions, std::string_view condition) {
  return std::ranges::find(conditions, condition) != conditions.end();
}

bool may_be_evicted(const api::Pod& pod, const release::Behaviour& behaviour) {
  return !is_critical(pod) || (!behaviour.has(release::critical_pods_stay) && !pod.is_static());
}

/// Seconds; 0 means the pod's own grace period.
std::int64_t immediate_grace(const release::Behaviour& behaviour) {
  return behaviour.has(release::hard_evictions_are_immediate) ? 1 : 0;
}

/// `disruption`: the message of condition DisruptionTarget; empty without the condition.
sim::Task<> evict(const EvictionManager::Dependencies& deps, api::PodPtr pod, std::int64_t grace_period,
                  std::string message, std::string disruption) {
  deps.events.record(*pod, "", sync::EventType::warning, sync::event_reason::evicted, message);
  PodKill kill{.pod = std::move(pod),
               .status = {.reason = sync::event_reason::evicted,
                          .message = std::move(message),
                          .disruption = std::move(disruption)},
               .grace_period_override = grace_period,
               .cause = SyncCause::Kind::evicted};
  static_cast<void>(co_await kill_pod_now(deps.process, deps.workers, deps.events, std::move(kill)));
}

/// localStorageEviction: evicts the pods that have written more than their limits allow, and returns them. They are no
/// disruption targets.
sim::Task<std::vector<api::PodPtr>> evict_over_storage_limits(const EvictionManager::Dependencies& deps) {
  std::vector<api::PodPtr> evicted;
  for (auto& [pod, message] : exceeding_storage_limits(deps)) {
    if (!may_be_evicted(*pod, deps.behaviour)) continue;
    co_await evict(deps, pod, immediate_grace(deps.behaviour), std::move(message), std::string{});
    evicted.push_back(pod);
  }
  co_return evicted;
}

}  // namespace

void EvictionManager::start(sim::Duration setup) {
  if (deps_.runtime.node_usage()) sim::spawn(deps_.process, run(setup));
}

sim::Task<> EvictionManager::run(sim::Duration setup) {
  co_await sim::sleep_for(deps_.process, setup);
  for (;;) {
    has_changed_ = false;
    const bool has_evicted = co_await synchronize();
    if (has_evicted && deps_.behaviour.has(release::eviction_waits_for_cleanup)) continue;
    co_await pause();
  }
}

sim::Task<> EvictionManager::pause() {
  const Ticker looks{deps_.process.now(), timing::eviction_period};
  const bool is_at_rest = first_observed_.empty() && conditions_.empty() && !has_changed_;
  if (is_at_rest && deps_.idle_work == sim::IdleWork::checked) {
    idle_until_ = deps_.runtime.next_usage_change().value_or(sim::Time::max());
  }
  if (is_at_rest && deps_.idle_work == sim::IdleWork::skipped) {
    const std::optional<sim::Time> change = deps_.runtime.next_usage_change();
    co_await sim::park(deps_.process, [this, change](sim::EventId parked) {
      parked_ = parked;
      if (change) deps_.process.at(*change, [this] { invalidate({}); });
    });
  }
  co_await sim::sleep_until(deps_.process, std::max(looks.after(looks.phase), looks.at_or_after(deps_.process.now())));
}

void EvictionManager::invalidate(const memory::Text& /*pod_uid*/) {
  has_changed_ = true;
  idle_until_.reset();
  PODREEL_INVARIANT(!parked_ || conditions_.empty(), "a node with a condition is looked at all the time");
  if (parked_) deps_.process.wake(*std::exchange(parked_, std::nullopt));
}

sim::Task<bool> EvictionManager::synchronize() {
  const std::optional<runtime::NodeUsage> usage = deps_.runtime.node_usage();
  if (!usage) co_return false;
  const Thresholds met = met_by(*usage);
  if (idle_until_ && deps_.process.now() < *idle_until_)
    expect_idle(!met.empty() || !exceeding_storage_limits(deps_).empty());
  observe(met);
  met_ = due();
  const std::vector<api::PodPtr> evicted = co_await evict_over_storage_limits(deps_);
  if (!evicted.empty()) {
    for (const api::PodPtr& pod : evicted) co_await wait_for_cleanup(pod);
    co_return true;
  }
  if (met_.empty()) co_return false;
  const EvictionThreshold worst = *std::ranges::min_element(met_, {}, &EvictionThreshold::signal);
  const std::string resource{resource_of(worst.signal, deps_.behaviour)};
  deps_.recorder.record("", trace::Node{.what = "Eviction manager: attempting to reclaim", .message = resource});
  deps_.events.record_of_node(sync::EventType::warning, sync::event_reason::eviction_threshold_met,
                              "Attempting to reclaim " + resource);
  const bool is_enough = co_await reclaim_from_node(worst.signal);
  if (is_enough) co_return false;
  const bool has_evicted = co_await evict_one(worst, *usage);
  co_return has_evicted;
}

EvictionManager::Thresholds EvictionManager::met_by(const runtime::NodeUsage& usage) const {
  Thresholds met;
  for (const EvictionThreshold& threshold : thresholds_) {
    const auto& seen = observed(usage, threshold.signal);
    if (!seen) continue;
    const bool was_met = std::ranges::find(met_, threshold) != met_.end();
    if (threshold.is_met(*seen, was_met)) met.push_back(threshold);
  }
  return met;
}

void EvictionManager::observe(const Thresholds& met) {
  const sim::Time now = deps_.process.now();
  auto before = std::exchange(first_observed_, {});
  for (const EvictionThreshold& threshold : met) {
    const auto known = std::ranges::find(before, threshold, &std::pair<EvictionThreshold, sim::Time>::first);
    first_observed_.emplace_back(threshold, known == before.end() ? now : known->second);
    PODREEL_INVARIANT(first_observed_.back().second <= now, "a threshold was first met in the past");
    last_observed_[condition_of(threshold.signal)] = now;
  }
  std::vector<std::string_view> conditions;
  for (const NodePressure& pressure : node_pressures) {
    const auto last = last_observed_.find(pressure.condition);
    const bool is_recent =
        last != last_observed_.end() && now - last->second < configuration_.pressure_transition_period;
    if (is_recent || (last != last_observed_.end() && last->second == now)) conditions.push_back(pressure.condition);
  }
  report(std::move(conditions));
}

EvictionManager::Thresholds EvictionManager::due() const {
  Thresholds result;
  for (const auto& [threshold, since] : first_observed_) {
    if (deps_.process.now() - since >= threshold.grace_period) result.push_back(threshold);
  }
  return result;
}

void EvictionManager::report(std::vector<std::string_view> conditions) {
  const std::vector<std::string_view> before = std::exchange(conditions_, std::move(conditions));
  if (before == conditions_ || deps_.host.report_pressure()) return;
  for (const NodePressure& pressure : node_pressures) {
    const bool has_it = contains(conditions_, pressure.condition);
    if (has_it == contains(before, pressure.condition)) continue;
    deps_.recorder.record("",
                          trace::Node{.what = fmt::format("{} is {}", pressure.condition, has_it ? "True" : "False"),
                                      .message = std::string{has_it ? pressure.message : pressure.relieved_message}});
    const std::string_view reason = has_it ? pressure.event : pressure.relieved_event;
    deps_.events.record_of_node(sync::EventType::normal, reason,
                                fmt::format("Node {} status is now: {}", deps_.node.name, reason));
  }
}

sim::Task<bool> EvictionManager::reclaim_from_node(EvictionSignal signal) {
  const bool has_image_filesystem = deps_.runtime.image_filesystem().has_value();
  const bool is_of_nodefs = signal == EvictionSignal::nodefs_available || signal == EvictionSignal::nodefs_inodes_free;
  const bool is_of_images = signal == EvictionSignal::imagefs_available || (is_of_nodefs && !has_image_filesystem);
  if (!is_of_images) co_return false;
  co_await deps_.host.delete_unused_containers();
  co_await deps_.host.delete_unused_images();
  const std::optional<runtime::NodeUsage> usage = deps_.runtime.node_usage();
  co_return std::ranges::none_of(met_, [&usage](const EvictionThreshold& threshold) {
    const auto& seen = observed(*usage, threshold.signal);
    return seen && threshold.is_met(*seen, true);
  });
}

sim::Task<bool> EvictionManager::evict_one(EvictionThreshold threshold, runtime::NodeUsage usage) {
  for (const RankedPod& ranked : ranked(deps_.host.active_pods(), threshold.signal, deps_.runtime, deps_.behaviour)) {
    const api::PodPtr pod = ranked.pod;
    if (!may_be_evicted(*pod, deps_.behaviour)) continue;
    const std::string message = eviction_message(*pod, threshold, *observed(usage, threshold.signal),
                                                 deps_.runtime.container_usage(pod->metadata.uid), deps_.behaviour);
    co_await evict(deps_, pod, grace_of(threshold, *pod), message, message);
    co_await wait_for_cleanup(pod);
    co_return true;
  }
  deps_.recorder.record(
      "", trace::Node{.what = "Eviction manager: unable to evict any pods from the node", .message = std::nullopt});
  co_return false;
}

std::int64_t EvictionManager::grace_of(const EvictionThreshold& threshold, const api::Pod& pod) const {
  if (threshold.is_hard()) return immediate_grace(deps_.behaviour);
  const std::int64_t maximum = configuration_.max_pod_grace_period;
  if (!deps_.behaviour.has(release::soft_eviction_keeps_shorter_grace)) return maximum;
  return std::min(maximum, pod.spec->termination_grace_period_seconds);
}

sim::Task<> EvictionManager::wait_for_cleanup(api::PodPtr pod) {
  if (!deps_.behaviour.has(release::eviction_waits_for_cleanup)) co_return;
  const sim::Time end = deps_.process.now() + timing::eviction_cleanup_max;
  while (deps_.process.now() < end) {
    co_await sim::sleep_for(deps_.process, timing::eviction_cleanup_period);
    if (deps_.host.is_cleaned_up(*pod)) break;
  }
}

std::optional<Rejection> EvictionManager::rejection(const api::Pod& pod) const {
  if (conditions_.empty() || is_critical(pod)) return std::nullopt;
  const std::string_view memory_pressure = condition_of(EvictionSignal::memory_available);
  if (conditions_.size() == 1 && conditions_.front() == memory_pressure) {
    if (pod.spec->qos_class != "BestEffort") return std::nullopt;
    const Taint taint{.key = "node.kubernetes.io/memory-pressure", .value = {}, .effect = "NoSchedule"};
    if (deps_.behaviour.has(release::memory_pressure_can_be_tolerated) && tolerates_scheduling(*pod.spec, {taint}))
      return std::nullopt;
  }
  return Rejection{std::string{sync::event_reason::evicted}, pressure_message(conditions_, deps_.behaviour)};
}

}  // namespace podreel::kubelet
