#include "runtime_fake/oom_killer.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/api/linux_resources.hpp"
#include "engine/invariant.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr const char* oom_killed = "OOMKilled";
constexpr const char* oom_kill_why = "oom_kill";

/// Bytes; no value: as many as the node has.
std::optional<std::int64_t> memory_limit_of(const Container& container) {
  std::int64_t bytes = 0;
  if (container.resources) {
    bytes = container.resources->memory;
  } else if (const api::Container* spec = api::find_container(*container.stored.spec, *container.name).container) {
    bytes = api::linux_resources(api::amounts_of(*spec)).memory;
  }
  if (bytes == 0) return std::nullopt;
  return bytes;
}

/// When this run has more in use than `limit` from then on, not before `age`; what all containers have in use is not
/// meant to kill any.
std::optional<sim::Duration> exceeds_at(const Run& run, std::int64_t limit, sim::Duration age) {
  if (run.memory_over_time.empty()) {
    return run.memory_in_use.value_or(0) > limit ? std::optional{age} : std::nullopt;
  }
  if (amount_at(run.memory_over_time, age) > limit) return age;
  for (const UsagePoint& point : run.memory_over_time) {
    if (point.from > age && point.amount > limit) return point.from;
  }
  return std::nullopt;
}

/// Memory that the scenario gives the container; what all containers have in use is not meant to kill any.
bool has_own_usage(const Container& container) {
  return container.is_running() && container.run != nullptr &&
         (container.run->memory_in_use || !container.run->memory_over_time.empty());
}

std::int64_t peak_of(const Run& run) {
  std::int64_t peak = run.memory_over_time.empty() ? run.memory_in_use.value_or(0) : 0;
  for (const UsagePoint& point : run.memory_over_time) peak = std::max(peak, point.amount);
  return peak;
}

}  // namespace

void OomKiller::limit_pod(const memory::Text& pod_uid, std::optional<std::int64_t> limit) {
  if (!limit) {
    pod_limits_.erase(pod_uid);
    return;
  }
  pod_limits_.insert_or_assign(pod_uid, *limit);
  if (const PodEntry* pod = inventory_.find(pod_uid)) watch_pod(*pod);
}

void OomKiller::watch_pod(const PodEntry& pod) {
  const auto limit = pod_limits_.find(pod.uid);
  if (limit == pod_limits_.end()) return;
  std::int64_t peak = 0;
  for (const auto& container : pod.containers) {
    if (has_own_usage(*container)) peak += peak_of(*container->run);
  }
  if (peak <= limit->second) return;
  const auto check_at = [this, &pod](sim::Time time) {
    process_.at(std::max(time, process_.now()), [this, uid = pod.uid] { kill_if_pod_is_over_limit(uid); });
  };
  check_at(process_.now());
  for (const auto& container : pod.containers) {
    if (!has_own_usage(*container)) continue;
    for (const UsagePoint& point : container->run->memory_over_time) {
      if (container->started_at + point.from > process_.now()) check_at(container->started_at + point.from);
    }
  }
}

void OomKiller::kill_if_pod_is_over_limit(const memory::Text& pod_uid) {
  PodEntry* pod = inventory_.find(pod_uid);
  const auto limit = pod_limits_.find(pod_uid);
  if (pod == nullptr || limit == pod_limits_.end()) return;
  std::int64_t in_use = 0;
  Container* greatest = nullptr;
  for (const auto& container : pod->containers) {
    if (!has_own_usage(*container)) continue;
    in_use += stats_.memory_of(*container);
    const bool is_greater = greatest == nullptr || stats_.memory_of(*container) > stats_.memory_of(*greatest);
    if (is_greater) greatest = container.get();
  }
  if (greatest == nullptr || in_use <= limit->second) return;
  kill(*pod, *greatest, is_killed_as_group(*greatest) || !greatest->run->oom_spares_main_process);
}

void OomKiller::watch(const PodEntry& pod, const Container& container) {
  watch_pod(pod);
  const std::optional<std::int64_t> limit = memory_limit_of(container);
  if (!container.is_running() || container.run == nullptr || !limit) return;
  const std::optional<sim::Duration> exceeds =
      exceeds_at(*container.run, *limit, process_.now() - container.started_at);
  if (!exceeds) return;
  process_.at(container.started_at + *exceeds, [this, id = container.id] { kill_if_over_limit(id); });
}

void OomKiller::kill_if_over_limit(const memory::Text& container_id) {
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr || !container->is_running()) return;
  const std::optional<std::int64_t> limit = memory_limit_of(*container);
  if (!limit || stats_.memory_of(*container) <= *limit) return;
  kill(*pod, *container, is_killed_as_group(*container) || !container->run->oom_spares_main_process);
  if (!container->is_running() || container->run->memory_over_time.empty()) return;
  // The memory of the killed process is available to the others, until more is wanted.
  const auto next = change_after(container->run->memory_over_time, process_.now() - container->started_at);
  if (next) process_.at(container->started_at + *next, [this, id = container_id] { kill_if_over_limit(id); });
}

void OomKiller::kill_process(PodEntry& pod, Container& container, bool is_main, bool of_node) {
  kill(pod, container, is_main || (!of_node && is_killed_as_group(container)));
}

bool OomKiller::is_killed_as_group(const Container& container) const {
  return container.stored.oom_kills_group && kills_groups_;
}

void OomKiller::kill(PodEntry& pod, Container& container, bool kills_all) {
  PODREEL_INVARIANT(container.is_running(), "only processes of a running container are killed");
  if (kills_all) return life_.exit(pod, container, exit_code_of_sigkill, oom_kill_why, oom_killed);
  container.reason = words_.of(oom_killed);
  if (!recorder_.wants<trace::Environment>()) return;
  trace::Environment environment{"process_killed"};
  environment.container = *container.name;
  environment.attempt = container.attempt;
  environment.why = oom_kill_why;
  recorder_.record(full_name(pod), std::move(environment));
}

}  // namespace podreel::runtime_fake
