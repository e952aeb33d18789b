#include "runtime_fake/usage_stats.hpp"

#include <algorithm>

namespace podreel::runtime_fake {

namespace {

/// Returns how long a container has run so far, or in total.
sim::Duration age_of(const Container& container, sim::Time now) {
  const sim::Time end = container.is_running() ? now : container.finished_at;
  return end - container.started_at;
}

bool has_run(const Container& container) {
  return container.is_running() || container.state == runtime::ContainerState::exited;
}

std::optional<sim::Time> earliest(std::optional<sim::Time> left, std::optional<sim::Time> right) {
  if (!left || !right) return left ? left : right;
  return std::min(*left, *right);
}

}  // namespace

std::int64_t UsageStats::memory_of(const Container& container) const {
  if (container.run == nullptr) return script_.memory_in_use;
  const Run& run = *container.run;
  if (!run.memory_over_time.empty()) return amount_at(run.memory_over_time, age_of(container, process_.now()));
  return run.memory_in_use.value_or(script_.memory_in_use);
}

runtime::ContainerUsage UsageStats::usage_of(const Container& container) const {
  runtime::ContainerUsage usage{.name = container.name->view()};
  const sim::Duration age = age_of(container, process_.now());
  if (container.is_running()) {
    usage.memory = memory_of(container);
    usage.processes = container.run == nullptr ? 0 : amount_at(container.run->processes, age);
  }
  if (container.run != nullptr && has_run(container)) {
    usage.disk = amount_at(container.run->disk, age);
    usage.inodes = amount_at(container.run->inodes, age);
  }
  return usage;
}

runtime::MemoryUsage UsageStats::memory_usage(const memory::Text& pod_uid) const {
  runtime::MemoryUsage usage;
  const PodEntry* pod = inventory_.find(pod_uid);
  if (pod == nullptr) return usage;
  for (const auto& container : pod->containers) {
    if (!container->is_running()) continue;
    const std::int64_t bytes = memory_of(*container);
    usage.containers.emplace(container->name->view(), bytes);
    usage.pod += bytes;
  }
  return usage;
}

std::vector<runtime::ContainerUsage> UsageStats::container_usage(const memory::Text& pod_uid) const {
  std::vector<runtime::ContainerUsage> usage;
  const PodEntry* pod = inventory_.find(pod_uid);
  if (pod == nullptr) return usage;
  for (const auto& container : pod->containers) usage.push_back(usage_of(*container));
  std::ranges::stable_sort(usage, {}, &runtime::ContainerUsage::name);
  return usage;
}

std::optional<runtime::NodeUsage> UsageStats::node_usage() const {
  if (!script_.node_usage) return std::nullopt;
  const NodeUsageScript& script = *script_.node_usage;
  runtime::ContainerUsage all{};
  for (const auto& [uid, pod] : inventory_.pods()) {
    for (const auto& container : pod.containers) {
      const runtime::ContainerUsage usage = usage_of(*container);
      all.memory += usage.memory;
      all.disk += usage.disk;
      all.inodes += usage.inodes;
      all.processes += usage.processes;
    }
  }
  if (!script_.image_filesystem) all.disk += images_.size_bytes();
  const sim::Duration time = process_.now() - began_at_;
  const auto left = [time](const std::optional<ResourceScript>& resource, std::int64_t used) {
    std::optional<runtime::ResourceUsage> usage;
    if (!resource) return usage;
    const std::int64_t available = resource->capacity - amount_at(resource->other, time) - used;
    usage = runtime::ResourceUsage{resource->capacity, std::max<std::int64_t>(available, 0)};
    return usage;
  };
  runtime::NodeUsage usage{.memory = left(script.memory, all.memory),
                           .nodefs = left(script.nodefs, all.disk),
                           .nodefs_inodes = left(script.nodefs_inodes, all.inodes),
                           .pids = left(script.pids, all.processes)};
  if (const auto images = images_.usage()) {
    usage.imagefs = runtime::ResourceUsage{images->capacity_bytes, images->available_bytes};
  }
  return usage;
}

std::optional<sim::Time> UsageStats::next_usage_change() const {
  if (!script_.node_usage) return std::nullopt;
  const NodeUsageScript& script = *script_.node_usage;
  const sim::Time now = process_.now();
  std::optional<sim::Time> next;
  const auto consider = [&next, now](const UsageCurve& curve, sim::Time since) {
    if (const auto change = change_after(curve, now - since)) next = earliest(next, since + *change);
  };
  for (const auto* resource : {&script.memory, &script.nodefs, &script.nodefs_inodes, &script.pids}) {
    if (*resource) consider((*resource)->other, began_at_);
  }
  for (const auto& [uid, pod] : inventory_.pods()) {
    for (const auto& container : pod.containers) {
      if (!container->is_running() || container->run == nullptr) continue;
      for (const auto curve : {&Run::memory_over_time, &Run::disk, &Run::inodes, &Run::processes}) {
        consider(container->run->*curve, container->started_at);
      }
    }
  }
  return next;
}

}  // namespace podreel::runtime_fake
